import type { Database } from './database.ts'
import type { LoadResult } from './load-plan.ts'
import type { Request } from './request.ts'
import type { RunningProcess } from './start-process.ts'

/** A figure of one round, or the median of it over all rounds. */
export type Figures = {
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
export type Contestant = {
  name: string
  title: string
  /** Only contestants of the same group are asked the same; without one, all are of one group. */
  group?: string
  /** Says how to get what this machine has not; the contestant is then left out. */
  missing?(): string | undefined
  /** Installs and compiles what the implementation needs, before anything is measured. */
  build?(): Promise<void>
  versions(): Promise<Record<string, string>>
} & (Served | Driven)

type Served = { start(surroundings: Surroundings): Promise<RunningProcess> }

/** Talks to the database by itself, so there is no server to ask and no answer to compare. */
type Driven = { drive(surroundings: Surroundings, load: Load): Promise<LoadResult> }

export type Load = { seconds: number; connections: number }

/** What a contestant may know when it starts. */
export type Surroundings = {
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
  figure: keyof Figures
  contestant: string
  against: string
} & ({ atMost: number } | { atLeast: number })

/** What the preparation of a benchmark leaves for the rounds. */
export type Prepared = {
  /**
   * The same work for every contestant, in the same order; only credentials may differ. Asked before every burst,
   * with its length: work that can be done once only must be listed anew.
   */
  requests(contestant: string, seconds: number): Request[] | Promise<Request[]>
  /** The requests of a burst are sent once each, in their order, instead of over and over. */
  isOnce?: boolean
  /** Contestants that the preparation already had to start, so that they are not started twice. */
  alreadyRunning: Map<string, RunningProcess>
  /** What goes on beside every burst of a contestant, until it is disposed of. */
  beside?(contestant: string): AsyncDisposable
  /** What goes on beside keeps its own pace, so its cost is measured alone and taken off. */
  isBesideSteady?: boolean
  /** Refuses to go on where more than the answers must be the same; given are the names of who takes part. */
  check?(entrants: Map<string, RunningProcess | undefined>): Promise<void>
  /** The plans of the hot queries, with what they really cost. */
  plans(): Promise<string>
}

export type Benchmark = {
  name: string
  summary: string
  contestants: Contestant[]
  goals: Goal[]
  /** Unless asked otherwise; a benchmark whose rounds are short has more of them. */
  rounds?: number
  /** Fills the database; `surroundings` are those that the contestants get. */
  prepare(surroundings: Surroundings): Promise<Prepared>
  /** What of an answer must be the same for all contestants. Anything left out may differ. */
  shape(answer: unknown): unknown
}
