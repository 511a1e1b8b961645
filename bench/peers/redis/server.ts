/**
 * Serves the weekly page, a rank and its neighbors from Redis sorted sets, with order and names in memory. Redis
 * is a child of this process, so its CPU time is included. It has no persistence: a production setup would have
 * to be filled again, and would not know which user reached a score first. Tokens are looked up in a map.
 */
const tokens = new Map<string, string>(await Bun.file(process.env.TOKENS_FILE!).json())
const RADIUS = 5
const BOARDS = [
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['allTime', 'all-time'],
] as const
type Period = (typeof BOARDS)[number][1]

const publicUrl = process.env.PUBLIC_URL!
const redisPort = Number(process.env.REDIS_PORT)
const child = Bun.spawn(
  ['redis-server', '--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' },
)
const redis = new Bun.RedisClient(`redis://127.0.0.1:${redisPort}`)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  development: false,
  async fetch(request) {
    const url = new URL(request.url)
    if (url.pathname === '/health/ready') {
      await redis.send('PING', [])
      return new Response('ready')
    }
    if (url.pathname === '/api/v2/leaderboard/weekly') {
      return answer('Weekly leaderboard', await presentPage(Number(url.searchParams.get('limit') ?? 100)))
    }
    const userId = tokens.get(request.headers.get('authorization')?.slice('Bearer '.length) ?? '')
    if (!userId) return new Response('', { status: 401 })
    if (url.pathname === '/api/v2/leaderboard/my-position')
      return answer('Your positions', await presentPositions(userId))
    if (url.pathname === '/api/v2/leaderboard/around-me')
      return answer('Leaderboard around you', await presentNeighbors(userId))
    return new Response('', { status: 404 })
  },
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  child.kill('SIGTERM')
  await child.exited
  process.exit(0)
})

function answer(message: string, data: object): Response {
  return new Response(JSON.stringify({ success: true, message, data }), {
    headers: { 'Content-Type': 'application/json' },
  })
}

async function presentPage(limit: number) {
  const [scores, total] = (await Promise.all([
    redis.send('ZREVRANGE', ['board:week', '0', String(limit - 1), 'WITHSCORES']),
    redis.send('ZCARD', ['board:week']),
  ])) as [Scores, number]
  return { ...presentPeriod('week'), entries: await presentEntries(scores, 1), total }
}

async function presentPositions(userId: string) {
  const positions = await Promise.all(
    BOARDS.map(async ([name, period]) => {
      const [rank, xp, total] = (await Promise.all([
        redis.send('ZREVRANK', [`board:${period}`, userId]),
        redis.send('ZSCORE', [`board:${period}`, userId]),
        redis.send('ZCARD', [`board:${period}`]),
      ])) as [number, string, number]
      return [name, { ...presentPeriod(period), rank: rank + 1, totalXP: Number(xp), total }] as const
    }),
  )
  return Object.fromEntries(positions)
}

async function presentNeighbors(userId: string) {
  const rank = Number(await redis.send('ZREVRANK', ['board:week', userId]))
  const first = Math.max(0, rank - RADIUS)
  const [scores, xp, total] = (await Promise.all([
    redis.send('ZREVRANGE', ['board:week', String(first), String(rank + RADIUS), 'WITHSCORES']),
    redis.send('ZSCORE', ['board:week', userId]),
    redis.send('ZCARD', ['board:week']),
  ])) as [Scores, string, number]
  return {
    ...presentPeriod('week'),
    entries: await presentEntries(scores, first + 1),
    total,
    me: { rank: rank + 1, totalXP: Number(xp) },
  }
}

async function presentEntries(scores: Scores, firstRank: number) {
  const pairs = pairsOf(scores)
  const users = (await Promise.all(
    pairs.map(([userId]) => redis.send('HMGET', [`user:${userId}`, 'username', 'gems', 'streak'])),
  )) as string[][]
  return pairs.map(([userId, xp], index) => ({
    rank: firstRank + index,
    userId,
    username: users[index]![0],
    avatarUrl: `${publicUrl}/avatars/${userId}.svg`,
    totalXP: xp,
    totalGems: Number(users[index]![1]),
    currentStreak: Number(users[index]![2]),
  }))
}

function presentPeriod(period: Period) {
  const now = new Date()
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = day - ((now.getUTCDay() + 6) % 7)
  const [start, end] = {
    week: [Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7)],
    month: [Date.UTC(year, month), Date.UTC(year, month + 1)],
    'all-time': [Date.UTC(year), now.getTime()],
  }[period] as [number, number]
  return { period, startDate: new Date(start).toISOString(), endDate: new Date(end - 1).toISOString() }
}

type Scores = (string | [string, number])[]

/** RESP3 returns pairs, RESP2 a flat list. */
function pairsOf(scores: Scores): [string, number][] {
  if (Array.isArray(scores[0])) return scores.map((pair) => [String(pair[0]), Number(pair[1])])
  return Array.from({ length: scores.length / 2 }, (_, index) => [
    String(scores[2 * index]),
    Number(scores[2 * index + 1]),
  ])
}
