import { join } from 'node:path'
import { FLOWS, type Flow, type Side } from './nakama/flow.ts'
import { startLyceumSide } from './nakama/lyceum-side.ts'
import { nakamaProgram, nakamaVersion, startNakama } from './nakama/nakama-side.ts'
import type { BenchEnvironment, Benchmark, Goal, Implementation, Load, Prepared } from './runner/benchmark.ts'
import { type LoadResult, runClosedLoop } from './runner/closed-loop-plan.ts'
import { lyceumImplementation } from './runner/lyceum-implementation.ts'

const WAITING_PLAYERS = 2_000
const THROUGHPUT_GOAL = 1.5
const P99_GOAL = 1
const FLOW_NAMES = Object.keys(FLOWS) as Flow[]

type ServerName = 'lyceum' | 'nakama'

/** The two servers of the run; set by the preparation. */
const sides = new Map<ServerName, Side>()
/** The players of the last matchmaking may still cancel their battles. */
let players: Bun.Subprocess | undefined

/** Leaderboard and wallet beside Nakama, the usual server for them, on one PostgreSQL. */
export const nakama = besideNakama(
  'nakama',
  'A leaderboard write with the own rank, and a wallet update with a ledger line, beside Nakama',
  ['board', 'wallet'],
)

/** Matchmaking beside Nakama; apart, because a burst of Nakama takes minutes. */
export const pairing = besideNakama('pairing', '2,000 waiting players paired, beside Nakama', ['match'])

function besideNakama(name: string, summary: string, flows: Flow[]): Benchmark {
  return {
    name,
    summary,
    rounds: 5,
    implementations: flows.flatMap((flow) => [
      implementation('lyceum', flow),
      implementation('nakama', flow),
    ]),
    goals: flows.flatMap((flow): Goal[] => {
      const between = { contestant: `lyceum-${flow}`, against: `nakama-${flow}` }
      return [
        {
          title: 'operations a CPU-second',
          figure: 'requestsPerCpuSecond',
          ...between,
          atLeast: THROUGHPUT_GOAL,
        },
        { title: 'p99', figure: 'p99Milliseconds', ...between, atMost: P99_GOAL },
      ]
    }),
    prepare,
    shape: () => undefined,
  }
}

function implementation(server: ServerName, flow: Flow): Implementation {
  return {
    name: `${server}-${flow}`,
    title: `${server === 'lyceum' ? 'Lyceum' : 'Nakama'}, ${FLOWS[flow]}`,
    group: flow,
    // A burst of Nakama takes minutes, and its program is compiled before it starts.
    ...(flow === 'match' ? { maxWarmUpBursts: server === 'lyceum' ? 2 : 0 } : {}),
    drive: (_, load, begin) => drive(server, flow, load, begin),
    versions: async () =>
      server === 'lyceum' ? lyceumImplementation.versions() : { nakama: nakamaVersion() },
  }
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  if (!nakamaProgram())
    throw new Error('there is no nakama on the path; bench/peers/nakama/README.md says how to build it')
  sides.set('lyceum', await startLyceumSide(environment))
  sides.set('nakama', await startNakama(environment))
  return {
    alreadyRunning: new Map(
      FLOW_NAMES.flatMap((flow) =>
        [...sides].map(([name, { process }]) => [`${name}-${flow}`, process] as const),
      ),
    ),
    requests: () => [],
    check: async () => {
      for (const side of sides.values()) await side.check()
    },
  }
}

async function drive(server: ServerName, flow: Flow, load: Load, begin: () => void): Promise<LoadResult> {
  await players?.exited
  const side = sides.get(server)!
  if (flow === 'match') return matchPlayers(server, side, begin)
  const { requests, ...counting } = await side.requests(flow, load.seconds)
  begin()
  return runClosedLoop({
    ...load,
    ...counting,
    port: side.process.port,
    requests,
    isOnce: server === 'lyceum',
  })
}

/** Players connect before the measurement begins, and cancel their battles after it. */
async function matchPlayers(server: ServerName, side: Side, begin: () => void): Promise<LoadResult> {
  const tokens = await side.playerTokens(WAITING_PLAYERS)
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'nakama/match-players.ts'), server, String(side.process.port)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  players = child
  const lines = linesOf(child.stdout)
  child.stdin.write(`${JSON.stringify(tokens)}\n`)
  child.stdin.flush()
  const connected = await lines.next()
  if (connected.value !== 'connected') throw new Error(`the players of ${server} did not connect`)
  begin()
  child.stdin.write('join\n')
  child.stdin.flush()
  const { value } = await lines.next()
  if (!value) throw new Error(`the players of ${server} were not matched`)
  return JSON.parse(value)
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  return undefined
}
