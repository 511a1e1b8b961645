/**
 * A job as its callers see it: a name and the type of its data. What it does is said once, in `app/jobs.ts`.
 * Jobs run at least once: each must do no harm when it runs again.
 */
export interface JobDefinition<Data> {
  readonly name: string
  readonly options: Required<JobOptions>
  /** Never set; it ties the type of the data to the declaration. */
  readonly data?: Data
}

interface JobOptions {
  /** Tries after the first one. */
  retries?: number
  retryDelaySeconds?: number
  retryDelayMaxSeconds?: number
  /** A run that takes longer is given up and tried again. */
  timeLimitSeconds?: number
  /** How many of this job one process runs at once. */
  concurrency?: number
}

export function defineJob<Data extends object>(name: string, options: JobOptions = {}): JobDefinition<Data> {
  return {
    name,
    options: {
      retries: 5,
      retryDelaySeconds: 1,
      retryDelayMaxSeconds: 300,
      timeLimitSeconds: 120,
      concurrency: 10,
      ...options,
    },
  }
}

export interface JobRun {
  id: string
  /** Aborted when the process shuts down or the claim on the job is lost. */
  signal: AbortSignal
}

export interface JobHandler {
  job: JobDefinition<unknown>
  run: (data: unknown, run: JobRun) => Promise<void>
}

/** One line of `app/jobs.ts`: this job is done by that function. */
export function jobHandler<Data>(
  job: JobDefinition<Data>,
  run: (data: Data, run: JobRun) => Promise<void>,
): JobHandler {
  return { job, run: run as JobHandler['run'] }
}

/** A line of the timetable, in UTC. */
export interface CronEntry {
  job: JobDefinition<Record<string, never>>
  cron: string
}
