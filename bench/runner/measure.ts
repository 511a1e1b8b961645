import type { BenchEnvironment, Implementation, Load, Measurements, Prepared } from './benchmark.ts'
import { type LoadResult, runClosedLoop } from './closed-loop-plan.ts'
import type { Database } from './database.ts'
import { NOISY_SHARE, observeMachine, shareOfOthers } from './machine-load.ts'
import { cpuSecondsOf, listProcesses, treeOf } from './processes.ts'
import type { RunningProcess } from './start-process.ts'

export type Settings = {
  seconds: number
  connections: number
  rounds: number
  /** Warms up only shortly, and does not replace stored results. */
  isQuick?: boolean
}

/** A started implementation; one that needs no server has no process. */
export type RunningImplementation = { implementation: Implementation; process: RunningProcess | undefined }

type MeasureContext = { environment: BenchEnvironment; prepared: Prepared; settings: Settings }

/** A slow server needs more time until its hot path is compiled. */
const WARM_UP = { burstSeconds: 4, minBursts: 2, maxBursts: 6, settledGrowth: 1.05 }

/** The rounds of every implementation by name, in the order they were run. */
export type Rounds = Map<string, Measurements[]>

/**
 * Alternates the implementations, so that a slow minute of a shared machine affects all of them. A round on a
 * busy machine is repeated for all implementations, at most as often as there are rounds.
 */
export async function measure(
  runningImplementations: RunningImplementation[],
  context: MeasureContext,
): Promise<Rounds> {
  const { rounds: wanted } = context.settings
  for (const running of runningImplementations) await warmUp(running, context)
  const rounds: Rounds = new Map(
    runningImplementations.map(({ implementation }) => [implementation.name, []]),
  )
  let noisyOnes = 0
  for (let round = 1; round <= wanted; ) {
    const measurements = await measureAll(runningImplementations, context, `round ${round} of ${wanted}`)
    const isNoisy = measurements.some(({ shareOfOthers: share }) => share > NOISY_SHARE)
    if (isNoisy && noisyOnes++ < wanted) {
      process.stderr.write('the machine was busy: repeating the round\n')
      continue
    }
    runningImplementations.forEach(
      ({ implementation }, index) => void rounds.get(implementation.name)!.push(measurements[index]!),
    )
    round++
  }
  return rounds
}

async function measureAll(
  runningImplementations: RunningImplementation[],
  context: MeasureContext,
  title: string,
): Promise<Measurements[]> {
  const all: Measurements[] = []
  for (const running of runningImplementations) {
    const measurements = await measureRound(running, context)
    all.push(measurements)
    const speed = Math.round(measurements.requestsPerSecond)
    process.stderr.write(`${title}: ${running.implementation.name} ${speed} requests/s\n`)
  }
  return all
}

/** Warms up in bursts until the next one is hardly faster than the best before it. */
async function warmUp(running: RunningImplementation, context: MeasureContext) {
  const { name } = running.implementation
  let best = 0
  const maxBursts = context.settings.isQuick
    ? 1
    : (running.implementation.maxWarmUpBursts ?? WARM_UP.maxBursts)
  for (let count = 1; count <= maxBursts; count++) {
    const { requests, seconds } = await burst(running, context, WARM_UP.burstSeconds)
    const speed = requests / seconds
    process.stderr.write(`warming up ${name}: ${Math.round(speed)} requests/s\n`)
    if (count >= WARM_UP.minBursts && speed < best * WARM_UP.settledGrowth) return
    best = Math.max(best, speed)
  }
}

async function measureRound(running: RunningImplementation, context: MeasureContext): Promise<Measurements> {
  const { database } = context.environment
  const background = await measureBackgroundLoad(running, context)
  let before = readCpu(running, database)
  const result = await burst(running, context, context.settings.seconds, () => {
    before = readCpu(running, database)
  })
  const after = readCpu(running, database)
  const perRequest = (seconds: number) => (seconds * 1_000_000) / result.requests
  const server = after.server - before.server - background.server * result.seconds
  const postgres = after.postgres - before.postgres - background.postgres * result.seconds
  return {
    requestsPerSecond: result.requests / result.seconds,
    p50Milliseconds: result.p50Milliseconds,
    p90Milliseconds: result.p90Milliseconds,
    p95Milliseconds: result.p95Milliseconds,
    p99Milliseconds: result.p99Milliseconds,
    errors: result.errors,
    cpuMicrosecondsPerRequest: perRequest(server),
    postgresMicrosecondsPerRequest: perRequest(postgres),
    costMicrosecondsPerRequest: perRequest(server + postgres),
    requestsPerCpuSecond: result.requests / (server + postgres),
    bytesPerAnswer: result.bytes / (result.requests + result.errors),
    shareOfOthers: shareOfOthers(before.machine, after.machine),
  }
}

/**
 * The CPU seconds per second of the background work without requests. Its rate is constant, so it is not part
 * of the cost of a request.
 */
async function measureBackgroundLoad(
  running: RunningImplementation,
  context: MeasureContext,
): Promise<{ server: number; postgres: number }> {
  const { prepared, settings, environment } = context
  if (!prepared.backgroundLoad || !prepared.isBackgroundLoadSteady) return { server: 0, postgres: 0 }
  await using _beside = prepared.backgroundLoad(running.implementation.name)
  await Bun.sleep(1_000)
  const before = readCpu(running, environment.database)
  await Bun.sleep(settings.seconds * 1_000)
  const after = readCpu(running, environment.database)
  return {
    server: (after.server - before.server) / settings.seconds,
    postgres: (after.postgres - before.postgres) / settings.seconds,
  }
}

/** Lists requests and starts background work before the measurement begins. */
async function burst(
  running: RunningImplementation,
  { environment, prepared, settings }: MeasureContext,
  seconds: number,
  onBegin: () => void = () => {},
): Promise<LoadResult> {
  const { implementation } = running
  const requests = await prepared.requests(implementation.name, seconds)
  await using _beside = prepared.backgroundLoad?.(implementation.name)
  onBegin()
  const load: Load = { seconds, connections: implementation.connections ?? settings.connections }
  const result =
    'drive' in implementation
      ? await implementation.drive(environment, load, onBegin)
      : await runClosedLoop({
          ...load,
          port: running.process!.port,
          expectedStatus: 200,
          requests,
          isOnce: prepared.isOnce ?? false,
        })
  const { name } = implementation
  if (result.requests === 0) throw new Error(`${name} gave no good answer: ${result.firstError}`)
  if (result.errors > 0)
    process.stderr.write(`${name}: ${result.errors} errors, first: ${result.firstError}\n`)
  return result
}

function readCpu({ process: server }: RunningImplementation, database: Database) {
  const processes = listProcesses()
  // If an implementation owns the database process, its work still counts as PostgreSQL's.
  const postgres = treeOf(database.serverPid, processes)
  return {
    server: server ? cpuSecondsOf(server.pid, processes, postgres) : 0,
    postgres: cpuSecondsOf(database.serverPid, processes),
    machine: observeMachine(processes, database.serverPid),
  }
}
