import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../src/platform/db/database.ts'
import { findRunningPostgres } from '../src/platform/embedded/postgres/running-postgres.ts'
import { findFreePort } from './runner/start-process.ts'

const ROOT = join(import.meta.dir, '..')
const RESULTS = join(import.meta.dir, 'results')
const GOALS = {
  firstSeconds: 6,
  secondSeconds: 1.5,
  idleMegabytes: 220,
  idleCpuPercent: 0.5,
  idleTransactionsPerSecond: 5,
}
/** After this time the service has read its catalogue and run its first jobs, and its loops have begun to rest. */
const SETTLING_MS = 75_000
/** Contains each job that runs every minute as often as in any other time. */
const IDLE_MS = 60_000
const TICKS_PER_SECOND = 100
const TIMEOUT_MS = 120_000

export const STARTUP_SUMMARY =
  'from a fresh clone to ready, the second start, and memory, CPU and transactions when idle (no peers)'

interface Started {
  seconds: number
  child: Bun.Subprocess
}

/**
 * Clones the last commit of this checkout and starts it as the README describes, with packages in the cache.
 */
export async function benchStartup(): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-start-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  // Below a folder that other users cannot enter, root's cluster would be created in a folder that is not
  // deleted.
  await chmod(folder, 0o755)
  const clone = join(folder, 'lyceum')
  await run(['git', 'clone', '--quiet', '--local', ROOT, clone], folder)

  const first = await start(clone)
  cleanup.defer(() => stop(first.child))
  await stop(first.child)
  const second = await start(clone)
  cleanup.defer(() => stop(second.child))
  await Bun.sleep(SETTLING_MS)
  const idle = await measureIdle(second.child.pid, join(clone, '.lyceum'))
  return report({ firstSeconds: first.seconds, secondSeconds: second.seconds, ...idle })
}

/** Includes the installation of the packages in the lockfile, as after a clone. */
async function start(clone: string): Promise<Started> {
  const port = await findFreePort()
  const startedAt = performance.now()
  // Runs the command of `bun start` without the shell between this process and the service.
  await run([process.execPath, 'install', '--frozen-lockfile', '--silent'], clone)
  const child = Bun.spawn([process.execPath, 'src/app/main.ts', 'start'], {
    cwd: clone,
    env: { PATH: process.env.PATH!, HOME: process.env.HOME!, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const isReady = (await isOk(port, '/health/ready')) && (await isOk(port, '/'))
    const milliseconds = performance.now() - startedAt
    if (isReady) return { seconds: milliseconds / 1000, child }
    if (child.exitCode !== null || milliseconds > TIMEOUT_MS) throw new Error('the clone did not get ready')
    await Bun.sleep(20)
  }
}

function isOk(port: number, path: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM')
  await child.exited
}

async function run(command: string[], folder: string): Promise<void> {
  const child = Bun.spawn(command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed`)
}

/** Without PostgreSQL, except for its transactions. They contain those of its own maintenance and the two reads here. */
async function measureIdle(
  pid: number,
  dataDir: string,
): Promise<Omit<Measured, 'firstSeconds' | 'secondSeconds'>> {
  const running = await findRunningPostgres(dataDir)
  const database = new Database({ url: running!.url, poolSize: 1 })
  try {
    const startedAt = performance.now()
    const before = { transactions: await countTransactions(database), cpu: await cpuSecondsOf(pid) }
    await Bun.sleep(IDLE_MS)
    const seconds = (performance.now() - startedAt) / 1000
    return {
      idleMegabytes: await memoryOf(pid),
      idleCpuPercent: (((await cpuSecondsOf(pid)) - before.cpu) / seconds) * 100,
      idleTransactionsPerSecond: ((await countTransactions(database)) - before.transactions) / seconds,
    }
  } finally {
    await database.close()
  }
}

async function countTransactions({ query }: Database): Promise<number> {
  const [row] = await query<{ count: bigint }>`
    select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`
  return Number(row!.count)
}

async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may contain any character; the fields start after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Memory of the service process, without PostgreSQL. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024
}

interface Measured {
  firstSeconds: number
  secondSeconds: number
  idleMegabytes: number
  idleCpuPercent: number
  idleTransactionsPerSecond: number
}

async function report(measured: Measured): Promise<boolean> {
  const titles = {
    firstSeconds: 'first start, seconds until ready',
    secondSeconds: 'second start, seconds until ready',
    idleMegabytes: 'memory when idle, MB, without PostgreSQL',
    idleCpuPercent: 'processor when idle, % of a core, without PostgreSQL',
    idleTransactionsPerSecond: 'transactions a second when idle',
  }
  const goals = (Object.keys(GOALS) as (keyof typeof GOALS)[]).map((measurement) => ({
    title: titles[measurement],
    figure: measurement,
    atMost: GOALS[measurement],
    value: Math.round(measured[measurement] * 100) / 100,
    met: measured[measurement] <= GOALS[measurement],
  }))
  console.log('\nstart: a fresh clone with packages in the cache\n')
  for (const { title, value, atMost, met } of goals)
    console.log(`${title.padEnd(54)}${String(value).padStart(8)}   goal ≤ ${atMost} ${met ? '✓' : '✗'}`)
  await mkdir(RESULTS, { recursive: true })
  const path = join(RESULTS, 'start.json')
  const date = new Date().toISOString().slice(0, 10)
  await Bun.write(path, `${JSON.stringify({ benchmark: 'start', date, bun: Bun.version, goals }, null, 2)}\n`)
  console.log(`\nWritten to ${path}`)
  return goals.every(({ met }) => met)
}
