import { join } from 'node:path'
import { boardAt, PERIODS } from '../src/modules/leaderboards/period.ts'
import { listNeighbors, listPage, listPositions } from '../src/modules/leaderboards/queries.ts'
import { listPublicProfileRows } from '../src/modules/profiles/queries.ts'
import type { UserId } from '../src/platform/ids.ts'
import { fillBoards } from './leaderboard/fill-boards.ts'
import { fillRedis } from './leaderboard/redis-board.ts'
import type { BenchEnvironment, Benchmark, Implementation, Prepared } from './runner/benchmark.ts'
import { lyceumImplementation, startLyceum } from './runner/lyceum-implementation.ts'
import { signLyceumTokens } from './runner/lyceum-tokens.ts'
import { issuePeerTokens, peerTokensFile } from './runner/peer-tokens.ts'
import { explain } from './runner/query-plans.ts'
import type { Request } from './runner/request.ts'
import { findFreePort, type RunningProcess, startProcess } from './runner/start-process.ts'

const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 }
type Size = keyof typeof SIZES
const LARGEST = '1m'
/**
 * The users who read their rank, and the users who earn XP during the reads, sampled from the whole board.
 */
const SAMPLE = 1_000

const WHAT = { page: 'page of 100', me: 'rank and around-me' }

function atSize(kind: 'page' | 'me', size: Size): Implementation {
  return {
    ...lyceumImplementation,
    name: `${kind}-${size}`,
    title: `Lyceum, ${WHAT[kind]}, ${SIZES[size].toLocaleString('en-US')} users`,
    group: kind,
  }
}

function redisSortedSet(kind: 'page' | 'me'): Implementation {
  return {
    ...redisImplementation,
    name: kind === 'page' ? 'redis' : 'redis-me',
    title: `Redis sorted set, ${WHAT[kind]}, 1,000,000 users`,
    group: kind,
  }
}

const redisImplementation = {
  missing: () => (Bun.which('redis-server') ? undefined : 'there is no redis-server here'),
  start: () => Promise.reject(new Error('Redis is started with its data')),
  versions: async () => ({
    redis: /v=([\d.]+)/.exec(Bun.spawnSync(['redis-server', '--version']).stdout.toString())?.[1] ?? '',
  }),
} satisfies Partial<Implementation>

/**
 * Measures whether a read costs the same on a board that is a hundred times larger, while the board is
 * written to.
 */
export const leaderboard: Benchmark = {
  name: 'leaderboard',
  summary: 'GET weekly, my-position and around-me, while 200 awards a second are written',
  implementations: [
    atSize('page', '10k'),
    atSize('page', '100k'),
    atSize('page', '1m'),
    redisSortedSet('page'),
    atSize('me', '10k'),
    atSize('me', '100k'),
    atSize('me', '1m'),
    redisSortedSet('me'),
  ],
  goals: [
    {
      title: 'cost',
      figure: 'costMicrosecondsPerRequest',
      contestant: 'page-1m',
      against: 'page-10k',
      atMost: 1.5,
    },
    {
      title: 'cost',
      figure: 'costMicrosecondsPerRequest',
      contestant: 'me-1m',
      against: 'me-10k',
      atMost: 1.5,
    },
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'page-1m',
      against: 'redis',
      atLeast: 1,
    },
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'me-1m',
      against: 'redis-me',
      atLeast: 0.5,
    },
  ],
  prepare,
  shape: shapeOfBoard,
}

const REDIS_NAMES = ['redis', 'redis-me']
const isRedis = (implementation: string) => REDIS_NAMES.includes(implementation)

type Filled = {
  server: RunningProcess
  url: string
  userIds: string[]
  sampleFile: string
  requests: Record<'page' | 'me', Request[]>
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  const filled = new Map<Size, Filled>()
  for (const size of Object.keys(SIZES) as Size[]) filled.set(size, await fill(environment, size))
  const peerTokens = await issuePeerTokens(environment, filled.get(LARGEST)!.userIds)
  const peerRequests = rankRequests(peerTokens)
  const redisPort = await findFreePort()
  const redisUrl = `redis://127.0.0.1:${redisPort}`
  const redis = Bun.which('redis-server') ? await startRedis(environment, redisPort) : undefined
  if (redis) await fillRedis(filled.get(LARGEST)!.url, redisUrl)

  const splitName = (implementation: string) => implementation.split('-') as ['page' | 'me', Size]
  return {
    alreadyRunning: new Map([
      ...leaderboard.implementations
        .filter(({ name }) => !isRedis(name))
        .map(({ name }) => [name, filled.get(splitName(name)[1])!.server] as const),
      ...(redis ? REDIS_NAMES.map((name) => [name, redis] as const) : []),
    ]),
    requests: (implementation) => {
      if (implementation === 'redis') return filled.get(LARGEST)!.requests.page
      if (implementation === 'redis-me') return peerRequests
      const [kind, size] = splitName(implementation)
      return filled.get(size)!.requests[kind]
    },
    isBackgroundLoadSteady: true,
    backgroundLoad: (implementation) => {
      const { url, sampleFile } = filled.get(
        isRedis(implementation) ? LARGEST : splitName(implementation)[1],
      )!
      return startWriter(isRedis(implementation) ? ['redis', redisUrl] : ['postgres', url], sampleFile)
    },
    plans: () => explainReads(filled.get(LARGEST)!),
  }
}

/** Each size has its own database in the same PostgreSQL, with its own Lyceum process. */
async function fill(environment: BenchEnvironment, size: Size): Promise<Filled> {
  const { database, scratchFolder } = environment
  await database.sql.unsafe(`create database bench_${size}`)
  const url = Object.assign(new URL(database.url), { pathname: `/bench_${size}` }).toString()
  // Lyceum creates the tables, and they are filled while it runs. Demo users would have scores already.
  const server = await startLyceum(environment, url, { DEMO_CONTENT: 'off' })
  const startedAt = performance.now()
  await fillBoards(url, SIZES[size])
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  process.stderr.write(`filled boards with ${SIZES[size]} users in ${seconds} s\n`)

  const userIds = await sampleUsers(url)
  const sampleFile = join(scratchFolder, `sample-${size}.json`)
  await Bun.write(sampleFile, JSON.stringify(userIds))
  const tokens = await signLyceumTokens(environment, userIds)
  return {
    server,
    url,
    userIds,
    sampleFile,
    requests: {
      page: [{ method: 'GET', path: '/api/v2/leaderboard/weekly?limit=100', headers: {} }],
      me: rankRequests(tokens),
    },
  }
}

function rankRequests(tokens: string[]): Request[] {
  return tokens.flatMap((token) =>
    ['my-position', 'around-me'].map((path) => ({
      method: 'GET',
      path: `/api/v2/leaderboard/${path}`,
      headers: { Authorization: `Bearer ${token}` },
    })),
  )
}

async function sampleUsers(url: string): Promise<string[]> {
  const sql = new Bun.SQL(url, { max: 1 })
  try {
    const rows: { id: string }[] = await sql`
      select id from user_account where username like 'seeded%' order by random() limit ${SAMPLE}`
    return rows.map((row) => row.id)
  } finally {
    await sql.close()
  }
}

function startRedis(environment: BenchEnvironment, redisPort: number): Promise<RunningProcess> {
  return startProcess({
    command: [process.execPath, 'server.ts'],
    folder: join(import.meta.dir, 'peers/redis'),
    environment: {
      PUBLIC_URL: environment.publicUrl,
      REDIS_PORT: String(redisPort),
      TOKENS_FILE: peerTokensFile(environment),
    },
    readyPath: '/health/ready',
  })
}

function startWriter(target: string[], sampleFile: string): AsyncDisposable {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'leaderboard/writer.ts'), ...target, sampleFile],
    { stdin: 'ignore', stdout: 'inherit', stderr: 'inherit' },
  )
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) throw new Error('the process that writes awards exited unexpectedly')
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** Compares the fields, their types and the number of entries; the order of users differs with the size. */
function shapeOfBoard(response: unknown) {
  const { success, data } = response as { success: boolean; data: Record<string, unknown> }
  const entries = data.entries as Record<string, unknown>[] | undefined
  return { success, fields: kindsOf(data), entries: entries?.length, entry: entries && kindsOf(entries[0]!) }
}

function kindsOf(value: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(value)
      .map(([field, each]) => [field, typeof each] as const)
      .sort(),
  )
}

async function explainReads({ url, sampleFile }: Filled): Promise<string> {
  const sql = new Bun.SQL(url, { max: 1, bigint: true })
  const [userId] = (await Bun.file(sampleFile).json()) as UserId[]
  const now = new Date()
  const week = boardAt('week', now)
  const boards = PERIODS.map((period) => boardAt(period, now))
  try {
    return await explain(sql, async (db) => {
      const { scores } = await listPage(db, week, { limit: 100, offset: 0 })
      await listPublicProfileRows(
        db,
        scores.map((score) => score.userId),
      )
      await listPositions(db, userId!, boards)
      await listNeighbors(db, userId!, week, 5)
    })
  } finally {
    await sql.close()
  }
}
