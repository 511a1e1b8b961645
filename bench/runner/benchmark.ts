import type { LoadResult } from './closed-loop-plan.ts'
import type { Database } from './database.ts'
import type { Request } from './request.ts'
import type { RunningProcess } from './start-process.ts'

/** A figure of one round, or the median of it over all rounds. */
export type Measurements = {
  requestsPerSecond: number
  p50Milliseconds: number
  p90Milliseconds: number
  p99Milliseconds: number
  errors: number
  cpuMicrosecondsPerRequest: number
  postgresMicrosecondsPerRequest: number
  /** Both together: what a request costs, wherever it is spent. */
  costMicrosecondsPerRequest: number
  bytesPerAnswer: number
  /** How much of the cores went to processes outside the benchmark: the noise in all of the above. */
  shareOfOthers: number
}

/** One implementation of the same work, as a server of its own or as a load that needs none. */
export type Implementation = {
  name: string
  title: string
  /** Only implementations of the same group are asked the same; without one, all are of one group. */
  group?: string
  /** Says how to get what this machine has not; the implementation is then left out. */
  missing?(): string | undefined
  /** Installs and compiles what the implementation needs, before anything is measured. */
  build?(): Promise<void>
  versions(): Promise<Record<string, string>>
} & (Served | Driven)

type Served = { start(environment: BenchEnvironment): Promise<RunningProcess> }

/** Talks to the database by itself, so there is no server to ask and no answer to compare. */
type Driven = { drive(environment: BenchEnvironment, load: Load): Promise<LoadResult> }

export type Load = { seconds: number; connections: number }

/** What an implementation may know when it starts. */
export type BenchEnvironment = {
  database: Database
  scratchFolder: string
  /** Signs the tokens of the peers; fresh for every run. */
  peerTokenSecret: string
  /** What the addresses in answers begin with. */
  publicUrl: string
}

/** A figure of `contestant` divided by that of `against` must stay on the right side of a limit. */
export type Goal = {
  title: string
  figure: keyof Measurements
  contestant: string
  against: string
} & ({ atMost: number } | { atLeast: number })

/** What the preparation of a benchmark leaves for the rounds. */
export type Prepared = {
  /**
   * The same work for every implementation, in the same order; only credentials may differ. Asked before every burst,
   * with its length: work that can be done once only must be listed anew.
   */
  requests(implementation: string, seconds: number): Request[] | Promise<Request[]>
  /** The requests of a burst are sent once each, in their order, instead of over and over. */
  isOnce?: boolean
  /** Contestants that the preparation already had to start, so that they are not started twice. */
  alreadyRunning: Map<string, RunningProcess>
  /** What goes on beside every burst of an implementation, until it is disposed of. */
  backgroundLoad?(implementation: string): AsyncDisposable
  /** What goes on beside keeps its own pace, so its cost is measured alone and taken off. */
  isBackgroundLoadSteady?: boolean
  /** Refuses to go on where more than the answers must be the same; given are the names of who takes part. */
  check?(implementations: Map<string, RunningProcess | undefined>): Promise<void>
  /** The plans of the hot queries, with what they really cost. */
  plans(): Promise<string>
}

export type Benchmark = {
  name: string
  summary: string
  implementations: Implementation[]
  goals: Goal[]
  /** Unless asked otherwise; a benchmark whose rounds are short has more of them. */
  rounds?: number
  /** Fills the database; `environment` is the one that the implementations get. */
  prepare(environment: BenchEnvironment): Promise<Prepared>
  /** What of an answer must be the same for all implementations. Anything left out may differ. */
  shape(response: unknown): unknown
}
