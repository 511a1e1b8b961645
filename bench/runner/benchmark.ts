import type { LoadResult } from './closed-loop-plan.ts'
import type { Database } from './database.ts'
import type { Request } from './request.ts'
import type { RunningProcess } from './start-process.ts'

/** A measurement of one round, or its median over all rounds. */
export type Measurements = {
  requestsPerSecond: number
  p50Milliseconds: number
  p90Milliseconds: number
  p95Milliseconds: number
  p99Milliseconds: number
  errors: number
  cpuMicrosecondsPerRequest: number
  postgresMicrosecondsPerRequest: number
  /** CPU time of the server and the database together. */
  costMicrosecondsPerRequest: number
  /** Requests for one second of CPU time of the server and the database together. */
  requestsPerCpuSecond: number
  bytesPerAnswer: number
  /** The share of CPU used by processes outside the benchmark, which is the noise of the measurements. */
  shareOfOthers: number
}

/** One implementation of the same work, either a server or a load that needs no server. */
export type Implementation = {
  name: string
  title: string
  /** Only implementations of the same group get the same requests; without a group, all are in one. */
  group?: string
  /** Returns how to install what is missing on this machine; the implementation is then skipped. */
  missing?(): string | undefined
  /** Installs and compiles the implementation before the measurement. */
  build?(): Promise<void>
  versions(): Promise<Record<string, string>>
  /** Instead of the number that the command line gives. */
  connections?: number
  /** Less than usual for an implementation whose burst takes long whatever its length. */
  maxWarmUpBursts?: number
} & (Served | Driven)

type Served = { start(environment: BenchEnvironment): Promise<RunningProcess> }

/**
 * Sends its own load, to the database directly or to a server that the preparation started. `begin` starts the
 * measurement again, after steps that do not count.
 */
type Driven = {
  drive(environment: BenchEnvironment, load: Load, begin: () => void): Promise<LoadResult>
}

export type Load = { seconds: number; connections: number }

/** The input of an implementation when it starts. */
export type BenchEnvironment = {
  database: Database
  scratchFolder: string
  /** Signs the tokens of the peers; generated for every run. */
  peerTokenSecret: string
  /** The base URL of addresses in responses. */
  publicUrl: string
}

/** The measurement of `contestant` divided by that of `against` must stay within a limit. */
export type Goal = {
  title: string
  figure: keyof Measurements
  contestant: string
  against: string
} & ({ atMost: number } | { atLeast: number })

/** The result of the preparation of a benchmark. */
export type Prepared = {
  /**
   * Returns the same requests for every implementation, in the same order; only credentials may differ.
   * Called before every burst with its length, because some requests can be sent only once.
   */
  requests(implementation: string, seconds: number): Request[] | Promise<Request[]>
  /** Sends each request of a burst once, in order, instead of repeating them. */
  isOnce?: boolean
  /** Implementations that the preparation already started. */
  alreadyRunning: Map<string, RunningProcess>
  /** Background work during every burst of an implementation, until it is disposed. */
  backgroundLoad?(implementation: string): AsyncDisposable
  /** The background work has a constant rate, so its cost is measured alone and subtracted. */
  isBackgroundLoadSteady?: boolean
  /** Throws if the effects of the implementations differ; receives the names of the implementations. */
  check?(implementations: Map<string, RunningProcess | undefined>): Promise<void>
  /** The plans of the hot queries, with their actual cost; missing if another benchmark has them. */
  plans?(): Promise<string>
}

export type Benchmark = {
  name: string
  summary: string
  implementations: Implementation[]
  goals: Goal[]
  /** The default number of rounds; a benchmark with short rounds has more. */
  rounds?: number
  /** Fills the database; `environment` is the one that the implementations get. */
  prepare(environment: BenchEnvironment): Promise<Prepared>
  /** The part of a response that must be equal for all implementations. */
  shape(response: unknown): unknown
}
