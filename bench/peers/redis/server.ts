/**
 * Serves the weekly page from a Redis sorted set, with order and names in memory. Redis is a child of this
 * process, so its CPU time is included. It has no persistence: a production setup would have to be filled
 * again, and would not know which user reached a score first.
 */
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
    if (url.pathname !== '/api/v2/leaderboard/weekly') return new Response('', { status: 404 })
    const data = await presentPage(Number(url.searchParams.get('limit') ?? 100))
    return new Response(JSON.stringify({ success: true, message: 'Weekly leaderboard', data }), {
      headers: { 'Content-Type': 'application/json' },
    })
  },
})

process.on('SIGTERM', async () => {
  await server.stop(true)
  child.kill('SIGTERM')
  await child.exited
  process.exit(0)
})

async function presentPage(limit: number) {
  const [scores, total] = (await Promise.all([
    redis.send('ZREVRANGE', ['board:week', '0', String(limit - 1), 'WITHSCORES']),
    redis.send('ZCARD', ['board:week']),
  ])) as [(string | [string, number])[], number]
  const pairs = pairsOf(scores)
  const users = (await Promise.all(
    pairs.map(([userId]) => redis.send('HMGET', [`user:${userId}`, 'username', 'gems', 'streak'])),
  )) as string[][]
  const now = new Date()
  const monday = Date.UTC(
    now.getUTCFullYear(),
    now.getUTCMonth(),
    now.getUTCDate() - ((now.getUTCDay() + 6) % 7),
  )
  return {
    period: 'week',
    startDate: new Date(monday).toISOString(),
    endDate: new Date(monday + 7 * 86_400_000 - 1).toISOString(),
    entries: pairs.map(([userId, xp], index) => ({
      rank: index + 1,
      userId,
      username: users[index]![0],
      avatarUrl: `${publicUrl}/avatars/${userId}.svg`,
      totalXP: xp,
      totalGems: Number(users[index]![1]),
      currentStreak: Number(users[index]![2]),
    })),
    total,
  }
}

/** RESP3 returns pairs, RESP2 a flat list. */
function pairsOf(scores: (string | [string, number])[]): [string, number][] {
  if (Array.isArray(scores[0])) return scores.map((pair) => [String(pair[0]), Number(pair[1])])
  return Array.from({ length: scores.length / 2 }, (_, index) => [
    String(scores[2 * index]),
    Number(scores[2 * index + 1]),
  ])
}
