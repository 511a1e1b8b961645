import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../src/platform/ids.ts'
import type { BenchEnvironment } from './runner/benchmark.ts'
import { startDatabase } from './runner/database.ts'
import { lyceumKeysFile, signLyceumTokens } from './runner/lyceum-tokens.ts'
import { NOISY_SHARE, observeMachine, shareBusy, shareOfOthers } from './runner/machine-load.ts'
import { issuePeerTokens } from './runner/peer-tokens.ts'
import { cpuSecondsOf, listProcesses } from './runner/processes.ts'
import { type RunningProcess, startProcess, stopStartedProcesses } from './runner/start-process.ts'
import { median } from './runner/summary.ts'

const ROOT = join(import.meta.dir, '..')
const PEERS = join(import.meta.dir, 'peers/battles')
const RESULTS = join(import.meta.dir, 'results')
const OWN = 'lyceum'
/** Peers that keep the same promises, and what the frames alone cost one that keeps none. */
const IMPLEMENTATIONS = [OWN, 'socket.io', 'colyseus', 'socket.io in memory']
const IN_MEMORY = 'socket.io in memory'
const COLLECT = join(import.meta.dir, 'battles/collect-on-signal.cjs')
const ROUNDS = 5
/** Rounds on a busy machine that are repeated; a round takes minutes. */
const MAX_REPEATED = 3
/** All battles are between the first and the last question then. */
const MEMORY_AFTER_MS = 8_000
/** The runtimes return memory to the system some time after a collection. */
const RETURNED_AFTER_MS = 3_000
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
  postgresMillisecondsPerBattle: number
  kilobytesPerSocket: number
  shareOfOthers: number
  shareBusy: number
}

export const BATTLES_SUMMARY =
  'whole battles of two, from connecting to the end, all at once (lyceum, socket.io, colyseus)'

/**
 * Plays the given number of concurrent battles on each implementation, five rounds in turn, and returns whether all goals
 * were met by the medians.
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
  const servers = new Map<string, RunningProcess>()
  for (const implementation of IMPLEMENTATIONS.filter((each) => only.includes(each))) {
    const server = await start(implementation, environment)
    servers.set(implementation, server)
    // As many as in a round: after 200, the runtimes still compiled during the first round.
    await play(implementation, server, battles, await makePlayers(implementation, environment, battles))
  }
  const rounds: Played[] = []
  for (let round = 1, repeated = 0; round <= ROUNDS; ) {
    const playedNow: Played[] = []
    for (const [implementation, server] of servers) {
      // Each user plays once, so that every round has users without earlier battles.
      const tokens = await makePlayers(implementation, environment, battles)
      const played = await measured(implementation, server, battles, tokens, database.serverPid)
      const { cpuMillisecondsPerBattle: cpu, kilobytesPerSocket: memory } = played
      process.stderr.write(
        `round ${round} of ${ROUNDS}: ${implementation} ${cpu.toFixed(2)} ms a battle, ${memory.toFixed(1)} KB a socket\n`,
      )
      playedNow.push(played)
    }
    const isNoisy = playedNow.some(({ shareOfOthers: share }) => share > NOISY_SHARE)
    if (isNoisy && repeated++ < MAX_REPEATED) {
      process.stderr.write('the machine was busy: repeating the round\n')
      continue
    }
    rounds.push(...playedNow)
    round++
  }
  return report(rounds, [...servers.keys()], battles)
}

async function start(implementation: string, environment: BenchEnvironment): Promise<RunningProcess> {
  if (implementation !== OWN) {
    const { database, peerTokenSecret } = environment
    const script = implementation === 'colyseus' ? 'colyseus.js' : 'socketio.js'
    return startProcess({
      command: ['node', '--expose-gc', '--require', COLLECT, script],
      folder: PEERS,
      environment: {
        NODE_ENV: 'production',
        ...(implementation !== IN_MEMORY && { DATABASE_URL: database.url, TOKEN_SECRET: peerTokenSecret }),
      },
      readyPath: '/',
    })
  }
  return startProcess({
    command: [process.execPath, '--preload', COLLECT, 'src/app/main.ts', 'start'],
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

/** Returns a token for each player. Lyceum gets the rows of a registration, without the cost of hashing passwords. */
async function makePlayers(
  implementation: string,
  environment: BenchEnvironment,
  battles: number,
): Promise<string[]> {
  const ids = Array.from({ length: 2 * battles }, () => newId() as string)
  if (implementation !== OWN) return issuePeerTokens(environment, ids)
  await environment.database.sql`
    insert into user_account (id, email, username, created_at)
    select id, id || '@example.com', 'user_' || replace(id::text, '-', ''), now()
    from jsonb_to_recordset(${ids.map((id) => ({ id }))}::jsonb) as row (id uuid)`
  return signLyceumTokens(environment, ids)
}

async function play(
  implementation: string,
  { port }: RunningProcess,
  battles: number,
  tokens: string[],
  onConnected: () => void = () => {},
) {
  const child = Bun.spawn(
    [
      process.execPath,
      join(import.meta.dir, 'battles/play-battles.ts'),
      implementation,
      String(port),
      String(battles),
    ],
    { stdin: new Blob([JSON.stringify(tokens)]), stdout: 'pipe', stderr: 'inherit', ipc: onConnected },
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
  const residentBefore = await residentAfterCollection(server.pid)
  let resident = Promise.resolve(residentBefore)
  const before = listProcesses()
  const machineBefore = observeMachine(before, databasePid)
  const seen = await play(implementation, server, battles, tokens, () => {
    resident = Bun.sleep(MEMORY_AFTER_MS).then(() => residentAfterCollection(server.pid))
  })
  const after = listProcesses()
  const machineAfter = observeMachine(after, databasePid)
  const cpu = (pid: number) => ((cpuSecondsOf(pid, after) - cpuSecondsOf(pid, before)) * 1000) / battles
  const usesDatabase = implementation !== IN_MEMORY
  return {
    contestant: implementation,
    ...seen,
    cpuMillisecondsPerBattle: cpu(server.pid),
    postgresMillisecondsPerBattle: usesDatabase ? cpu(databasePid) : 0,
    kilobytesPerSocket: ((await resident) - residentBefore) / (2 * battles),
    shareOfOthers: shareOfOthers(machineBefore, machineAfter),
    shareBusy: shareBusy(machineBefore, machineAfter),
  }
}

/** One collection more for each implementation and round, which counts as its work. */
async function residentAfterCollection(pid: number): Promise<number> {
  process.kill(pid, 'SIGHUP')
  await Bun.sleep(RETURNED_AFTER_MS)
  return residentKilobytes(pid)
}

function residentKilobytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
}

function report(rounds: Played[], implementations: string[], battles: number): boolean {
  const played = implementations.map((name) => mediansOf(rounds.filter((each) => each.contestant === name)))
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
  const isComplete = played.length === IMPLEMENTATIONS.length
  const ratios = isComplete ? ratiosOf(rounds) : []
  const ratio = isComplete ? median(ratios) : null
  const goals = own ? judgeGoals(own, ratio, battles) : []
  const spread = ratios.length > 0 ? [Math.min(...ratios), Math.max(...ratios)] : null
  const result = {
    battles,
    played,
    rounds,
    ratio,
    spread,
    goals,
    bun: Bun.version,
    at: new Date().toISOString(),
  }
  if (spread) console.log(`ratio of the rounds: ${spread.map((each) => each.toFixed(2)).join('–')}`)
  const name = isComplete ? 'battles.json' : 'battles.partial.json'
  Bun.write(join(RESULTS, name), `${JSON.stringify(result, null, 2)}\n`)
  return goals.every(({ met }) => met)
}

function mediansOf(rounds: Played[]): Played {
  const numbers = Object.keys(rounds[0]!).filter((name) => name !== 'contestant') as Exclude<
    keyof Played,
    'contestant'
  >[]
  const medians = Object.fromEntries(numbers.map((name) => [name, median(rounds.map((each) => each[name]))]))
  return {
    ...(medians as unknown as Played),
    contestant: rounds[0]!.contestant,
    ended: Math.min(...rounds.map(({ ended }) => ended)),
    late: Math.max(...rounds.map(({ late }) => late)),
  }
}

/** For each round, the CPU of Lyceum against the better of the peers that keep the same promises. */
function ratiosOf(rounds: Played[]): number[] {
  const cpuOf = (name: string) =>
    rounds.filter((each) => each.contestant === name).map((each) => each.cpuMillisecondsPerBattle)
  const [own, socketIo, colyseus] = [OWN, 'socket.io', 'colyseus'].map(cpuOf)
  return own!.map((cpu, round) => cpu / Math.min(socketIo![round]!, colyseus![round]!))
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
