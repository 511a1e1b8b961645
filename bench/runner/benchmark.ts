import type { Database } from './database.ts'
import type { RunningProcess } from './start-process.ts'

/** One request as the load generator sends it, always to loopback. */
export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }

/** A figure of one round, or the median of it over all rounds. */
export type Figures = {
  requestsPerSecond: number
  p50Milliseconds: number
  p90Milliseconds: number
  p99Milliseconds: number
  errors: number
  cpuMicrosecondsPerRequest: number
  postgresMicrosecondsPerRequest: number
  bytesPerAnswer: number
  /** How much of the cores went to processes outside the benchmark: the noise in all of the above. */
  shareOfOthers: number
}

/** One implementation of the same work, run as a process of its own. */
export type Contestant = {
  name: string
  title: string
  /** Installs and compiles what the implementation needs, before anything is measured. */
  build?(): Promise<void>
  start(surroundings: Surroundings): Promise<RunningProcess>
  versions(): Promise<Record<string, string>>
}

/** What a contestant may know when it starts. */
export type Surroundings = {
  database: Database
  scratchFolder: string
  /** Signs the tokens of the peers; fresh for every run. */
  peerTokenSecret: string
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
  /** The same work for every contestant, in the same order; only credentials may differ. */
  requests(contestant: string): Request[]
  /** Contestants that the preparation already had to start, so that they are not started twice. */
  alreadyRunning: Map<string, RunningProcess>
}

export type Benchmark = {
  name: string
  summary: string
  contestants: Contestant[]
  goals: Goal[]
  /** Fills the database; `surroundings` are those that the contestants get. */
  prepare(surroundings: Surroundings): Promise<Prepared>
  /** What of an answer must be the same for all contestants. Anything left out may differ. */
  shape(answer: unknown): unknown
}
