import type { Contestant, Figures, Load, Prepared, Surroundings } from './benchmark.ts'
import type { Database } from './database.ts'
import { type LoadResult, runLoad } from './load-plan.ts'
import { NOISY_SHARE, observeMachine, shareOfOthers } from './machine-load.ts'
import { cpuSecondsOf, listProcesses, treeOf } from './processes.ts'
import type { RunningProcess } from './start-process.ts'

export type Settings = { seconds: number; connections: number; rounds: number }

/** Somebody who takes part; who needs no server has no process. */
export type Entrant = { contestant: Contestant; process: RunningProcess | undefined }

type Stage = { surroundings: Surroundings; prepared: Prepared; settings: Settings }

/** A slow server needs longer than a fast one until its compiler has seen the hot path often enough. */
const WARM_UP = { burstSeconds: 4, leastBursts: 2, mostBursts: 6, settledGrowth: 1.05 }

/** The rounds of every contestant by its name, in the order they were run. */
export type Rounds = Map<string, Figures[]>

/**
 * Takes turns, so that a slow minute of a shared machine falls on every contestant alike. A round in which somebody else
 * kept the cores busy is run again, by all of them, as often as there are rounds at most.
 */
export async function measure(entrants: Entrant[], stage: Stage): Promise<Rounds> {
  const { rounds: wanted } = stage.settings
  for (const entrant of entrants) await warmUp(entrant, stage)
  const rounds: Rounds = new Map(entrants.map(({ contestant }) => [contestant.name, []]))
  let noisyOnes = 0
  for (let round = 1; round <= wanted; ) {
    const figures = await measureAll(entrants, stage, `round ${round} of ${wanted}`)
    const isNoisy = figures.some(({ shareOfOthers: share }) => share > NOISY_SHARE)
    if (isNoisy && noisyOnes++ < wanted) {
      process.stderr.write('others kept the machine busy: once more\n')
      continue
    }
    entrants.forEach(({ contestant }, place) => void rounds.get(contestant.name)!.push(figures[place]!))
    round++
  }
  return rounds
}

async function measureAll(entrants: Entrant[], stage: Stage, title: string): Promise<Figures[]> {
  const all: Figures[] = []
  for (const entrant of entrants) {
    const figures = await measureRound(entrant, stage)
    all.push(figures)
    const speed = Math.round(figures.requestsPerSecond)
    process.stderr.write(`${title}: ${entrant.contestant.name} ${speed} requests/s\n`)
  }
  return all
}

/** Warms up in bursts until the next one is hardly faster than the best before it. */
async function warmUp(entrant: Entrant, stage: Stage) {
  const { name } = entrant.contestant
  let best = 0
  for (let count = 1; count <= WARM_UP.mostBursts; count++) {
    const { requests, seconds } = await burst(entrant, stage, WARM_UP.burstSeconds)
    const speed = requests / seconds
    process.stderr.write(`warming up ${name}: ${Math.round(speed)} requests/s\n`)
    if (count >= WARM_UP.leastBursts && speed < best * WARM_UP.settledGrowth) return
    best = Math.max(best, speed)
  }
}

async function measureRound(entrant: Entrant, stage: Stage): Promise<Figures> {
  const { database } = stage.surroundings
  const besides = await measureBeside(entrant, stage)
  let before = readCpu(entrant, database)
  const result = await burst(entrant, stage, stage.settings.seconds, () => {
    before = readCpu(entrant, database)
  })
  const after = readCpu(entrant, database)
  const perRequest = (seconds: number) => (seconds * 1_000_000) / result.requests
  const server = after.server - before.server - besides.server * result.seconds
  const postgres = after.postgres - before.postgres - besides.postgres * result.seconds
  return {
    requestsPerSecond: result.requests / result.seconds,
    p50Milliseconds: result.p50Milliseconds,
    p90Milliseconds: result.p90Milliseconds,
    p99Milliseconds: result.p99Milliseconds,
    errors: result.errors,
    cpuMicrosecondsPerRequest: perRequest(server),
    postgresMicrosecondsPerRequest: perRequest(postgres),
    costMicrosecondsPerRequest: perRequest(server + postgres),
    bytesPerAnswer: result.bytes / (result.requests + result.errors),
    shareOfOthers: shareOfOthers(before.machine, after.machine),
  }
}

/**
 * What the work beside it costs while nobody asks, in seconds of processor time a second: it goes on at its own pace
 * whatever is asked, so it is no part of what a request costs.
 */
async function measureBeside(entrant: Entrant, stage: Stage): Promise<{ server: number; postgres: number }> {
  const { prepared, settings, surroundings } = stage
  if (!prepared.beside || !prepared.isBesideSteady) return { server: 0, postgres: 0 }
  await using _beside = prepared.beside(entrant.contestant.name)
  await Bun.sleep(1_000)
  const before = readCpu(entrant, surroundings.database)
  await Bun.sleep(settings.seconds * 1_000)
  const after = readCpu(entrant, surroundings.database)
  return {
    server: (after.server - before.server) / settings.seconds,
    postgres: (after.postgres - before.postgres) / settings.seconds,
  }
}

/** What is listed or started beside it comes first, so that its cost is nobody's. */
async function burst(
  entrant: Entrant,
  { surroundings, prepared, settings }: Stage,
  seconds: number,
  onBegin: () => void = () => {},
): Promise<LoadResult> {
  const { contestant } = entrant
  const requests = await prepared.requests(contestant.name, seconds)
  await using _beside = prepared.beside?.(contestant.name)
  onBegin()
  const load: Load = { seconds, connections: settings.connections }
  const result =
    'drive' in contestant
      ? await contestant.drive(surroundings, load)
      : await runLoad({
          ...load,
          port: entrant.process!.port,
          expectedStatus: 200,
          requests,
          isOnce: prepared.isOnce ?? false,
        })
  const { name } = contestant
  if (result.requests === 0) throw new Error(`${name} gave no good answer: ${result.firstError}`)
  if (result.errors > 0)
    process.stderr.write(`${name}: ${result.errors} errors, first: ${result.firstError}\n`)
  return result
}

function readCpu({ process: server }: Entrant, database: Database) {
  const processes = listProcesses()
  // Should a contestant ever own the database's process, its work still counts as PostgreSQL's.
  const postgres = treeOf(database.serverPid, processes)
  return {
    server: server ? cpuSecondsOf(server.pid, processes, postgres) : 0,
    postgres: cpuSecondsOf(database.serverPid, processes),
    machine: observeMachine(processes, database.serverPid),
  }
}
