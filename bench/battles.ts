import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../src/platform/ids.ts'
import type { BenchEnvironment } from './runner/benchmark.ts'
import { startDatabase } from './runner/database.ts'
import { lyceumKeysFile, signLyceumTokens } from './runner/lyceum-tokens.ts'
import { observeMachine, shareBusy, shareOfOthers } from './runner/machine-load.ts'
import { cpuSecondsOf, listProcesses } from './runner/processes.ts'
import { type RunningProcess, startProcess, stopStartedProcesses } from './runner/start-process.ts'

const ROOT = join(import.meta.dir, '..')
const PEERS = join(import.meta.dir, 'peers/battles')
const RESULTS = join(import.meta.dir, 'results')
const OWN = 'lyceum'
const IMPLEMENTATIONS = [OWN, 'socket.io', 'colyseus']
const WARM_UP = 50
const CPU_GOAL = 0.5
const MEMORY_GOAL_KB = 25
const P99_GOAL_MS = 50
/** Above this share of busy cores, latency measures the wait for a core and not the implementation. */
const SATURATED_SHARE = 0.7

interface Played {
  contestant: string
  ended: number
  late: number
  p50Milliseconds: number
  p90Milliseconds: number
  p99Milliseconds: number
  cpuMillisecondsPerBattle: number
  /** The first round is slower because the runtime still compiles hot code. */
  coldCpuMillisecondsPerBattle?: number
  postgresMillisecondsPerBattle: number
  kilobytesPerSocket: number
  shareOfOthers: number
  shareBusy: number
}

export const BATTLES_SUMMARY =
  'whole battles of two, from connecting to the end, all at once (lyceum, socket.io, colyseus)'

/**
 * Plays the given number of concurrent battles on each implementation and returns whether all goals were met.
 * Peers store everything in memory.
 */
export async function benchBattles(battles: number, only: string[] = IMPLEMENTATIONS): Promise<boolean> {
  await using cleanup = new AsyncDisposableStack()
  if (only.some((implementation) => implementation !== OWN)) await installPeers()
  const scratchFolder = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
  await chmod(scratchFolder, 0o711)
  cleanup.defer(() => rm(scratchFolder, { recursive: true, force: true }))
  const database = await startDatabase(scratchFolder)
  cleanup.defer(() => database.stop())
  cleanup.defer(stopStartedProcesses)
  const environment = {
    database,
    scratchFolder,
    peerTokenSecret: randomBytes(32).toString('base64url'),
    publicUrl: 'http://lyceum.example',
  }
  const played: Played[] = []
  for (const implementation of IMPLEMENTATIONS.filter((each) => only.includes(each))) {
    const server = await start(implementation, environment)
    // Each user plays once, so that the second round also has users without earlier battles.
    const tokens = implementation === OWN ? await addPlayers(environment, 2 * WARM_UP + 4 * battles) : []
    await play(implementation, server, WARM_UP, tokens)
    const [cold, warm] = [tokens.slice(2 * WARM_UP), tokens.slice(2 * WARM_UP + 2 * battles)]
    const first = await measured(implementation, server, battles, cold, database.serverPid)
    const second = await measured(implementation, server, battles, warm, database.serverPid)
    played.push({
      ...second,
      ended: Math.min(first.ended, second.ended),
      late: first.late + second.late,
      kilobytesPerSocket: first.kilobytesPerSocket,
      coldCpuMillisecondsPerBattle: first.cpuMillisecondsPerBattle,
    })
  }
  return report(played, battles)
}

async function start(implementation: string, environment: BenchEnvironment): Promise<RunningProcess> {
  if (implementation !== OWN)
    return startProcess({
      command: ['node', `${implementation.replace('.', '')}.js`],
      folder: PEERS,
      environment: { NODE_ENV: 'production' },
      readyPath: '/',
    })
  return startProcess({
    command: [process.execPath, 'src/app/main.ts', 'start'],
    folder: ROOT,
    environment: {
      DATABASE_URL: environment.database.url,
      DATA_DIR: join(environment.scratchFolder, 'lyceum'),
      TOKEN_KEYS_FILE: await lyceumKeysFile(environment),
      PUBLIC_URL: environment.publicUrl,
      LYCEUM_ENV: 'development',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DEMO_CONTENT: 'on',
      CHAIN: 'off',
      // Only Lyceum needs a worker for jobs; the peers run no work after a battle.
      ROLE: 'api',
    },
    readyPath: '/health/ready',
  })
}

async function installPeers(): Promise<void> {
  const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile', '--silent'], {
    cwd: PEERS,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await install.exited) !== 0) throw new Error('the packages of bench/peers/battles were not installed')
}

/** Inserts the rows that a registration creates, without the cost of hashing passwords. */
async function addPlayers(environment: BenchEnvironment, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId() as string)
  await environment.database.sql`
    insert into user_account (id, email, username, created_at)
    select id, id || '@example.com', 'user_' || replace(id::text, '-', ''), now()
    from jsonb_to_recordset(${ids.map((id) => ({ id }))}::jsonb) as row (id uuid)`
  return signLyceumTokens(environment, ids)
}

async function play(implementation: string, { port }: RunningProcess, battles: number, tokens: string[]) {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'battles/play-battles.ts'),
      implementation,
      String(port),
      String(battles),
    ],
    { stdin: new Blob([JSON.stringify(tokens)]), stdout: 'pipe', stderr: 'inherit' },
  )
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`the players of ${implementation} failed`)
  return JSON.parse(text) as Pick<
    Played,
    'ended' | 'late' | 'p50Milliseconds' | 'p90Milliseconds' | 'p99Milliseconds'
  >
}

async function measured(
  implementation: string,
  server: RunningProcess,
  battles: number,
  tokens: string[],
  databasePid: number,
): Promise<Played> {
  const residentBefore = residentKilobytes(server.pid)
  let maxResident = residentBefore
  const watch = setInterval(() => {
    maxResident = Math.max(maxResident, residentKilobytes(server.pid))
  }, 500)
  const before = listProcesses()
  const machineBefore = observeMachine(before, databasePid)
  const seen = await play(implementation, server, battles, tokens)
  const after = listProcesses()
  const machineAfter = observeMachine(after, databasePid)
  clearInterval(watch)
  const cpu = (pid: number) => ((cpuSecondsOf(pid, after) - cpuSecondsOf(pid, before)) * 1000) / battles
  const usesDatabase = implementation === OWN
  return {
    contestant: implementation,
    ...seen,
    cpuMillisecondsPerBattle: cpu(server.pid),
    postgresMillisecondsPerBattle: usesDatabase ? cpu(databasePid) : 0,
    kilobytesPerSocket: (maxResident - residentBefore) / (2 * battles),
    shareOfOthers: shareOfOthers(machineBefore, machineAfter),
    shareBusy: shareBusy(machineBefore, machineAfter),
  }
}

function residentKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
}

function report(played: Played[], battles: number): boolean {
  console.table(
    Object.fromEntries(
      played.map(({ contestant: implementation, ...measurements }) => [
        implementation,
        Object.fromEntries(
          Object.entries(measurements).map(([name, value]) => [name, Number(value.toFixed(2))]),
        ),
      ]),
    ),
  )
  const own = played.find(({ contestant: implementation }) => implementation === OWN)
  const best = Math.min(...played.filter((each) => each !== own).map((each) => each.cpuMillisecondsPerBattle))
  const isComplete = played.length === IMPLEMENTATIONS.length
  const ratio = own && isComplete ? own.cpuMillisecondsPerBattle / best : null
  const goals = own ? judgeGoals(own, ratio, battles) : []
  const result = { battles, played, ratio, goals, bun: Bun.version, at: new Date().toISOString() }
  const name = isComplete ? 'battles.json' : 'battles.partial.json'
  Bun.write(join(RESULTS, name), `${JSON.stringify(result, null, 2)}\n`)
  return goals.every(({ met }) => met)
}

interface Goal {
  title: string
  atMost?: number
  atLeast?: number
  ratio?: number
  value?: number
  met: boolean
}

/** Prints for each goal whether it was met. Latency goals count only while some cores were free. */
function judgeGoals(own: Played, ratio: number | null, battles: number): Goal[] {
  const { ended, late, kilobytesPerSocket, p99Milliseconds, shareBusy } = own
  const goals: Goal[] = [
    { title: 'battles settled', atLeast: battles, value: ended, met: ended === battles },
    { title: 'answers that came too late', atMost: 0, value: late, met: late === 0 },
    {
      title: 'KB of memory a socket',
      atMost: MEMORY_GOAL_KB,
      value: kilobytesPerSocket,
      met: kilobytesPerSocket < MEMORY_GOAL_KB,
    },
  ]
  if (ratio !== null)
    goals.unshift({
      title: 'CPU a battle, against the better peer',
      atMost: CPU_GOAL,
      ratio,
      met: ratio <= CPU_GOAL,
    })
  if (shareBusy <= SATURATED_SHARE)
    goals.push({
      title: 'p99 from answer to acknowledgement, ms',
      atMost: P99_GOAL_MS,
      value: p99Milliseconds,
      met: p99Milliseconds < P99_GOAL_MS,
    })
  for (const { title, value, ratio: times, met } of goals)
    console.log(`${met ? 'reached' : 'MISSED '}  ${title}: ${Number((value ?? times ?? 0).toFixed(2))}`)
  return goals
}
