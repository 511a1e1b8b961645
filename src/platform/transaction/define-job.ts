import type { Clock } from '../clock.ts'

/**
 * A job as its callers see it: a name and the type of its data. `app/jobs.ts` assigns its handler. Jobs run
 * at least once, so each must be idempotent.
 */
export interface JobDefinition<Data> {
  readonly name: string
  readonly options: Required<JobOptions>
  /** Never set; it binds the type of the data to the definition. */
  readonly data?: Data
}

interface JobOptions {
  /** Retries after the first attempt. */
  retries?: number
  retryDelaySeconds?: number
  retryDelayMaxSeconds?: number
  /** A run that takes longer fails, and is retried while attempts are left. */
  timeLimitSeconds?: number
  /** Concurrent runs of this job per process. */
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

/** A job that `app/jobs.ts` schedules. It has no data, one run at a time, and the next run instead of retries. */
export function defineCronJob(name: string, options: JobOptions = {}): JobDefinition<Record<string, never>> {
  return defineJob(name, { retries: 0, concurrency: 1, ...options })
}

export interface JobRun {
  id: string
  /** Aborted when the run exceeds its time limit, the process shuts down, or the claim on the job is lost. */
  signal: AbortSignal
  /** The time when the run started. */
  now: Date
  /** The current time, for a run that waits or repeats. */
  clock: Clock
}

export interface JobHandler {
  job: JobDefinition<unknown>
  run: (data: unknown, run: JobRun) => Promise<unknown>
  /** When the job also starts by itself, in UTC. */
  cron?: string
  /** Asked every minute: if there is work, the job starts by itself. */
  hasWork?: (now: Date) => Promise<boolean>
}

/** One entry of `app/jobs.ts`: a job and its handler. */
export function jobHandler<Data>(
  job: JobDefinition<Data>,
  run: (data: Data, run: JobRun) => Promise<unknown>,
): JobHandler {
  return { job, run: run as JobHandler['run'] }
}

/** A job with a schedule: it has no data. */
export function cronHandler(
  job: JobDefinition<Record<string, never>>,
  cron: string,
  run: (run: JobRun) => Promise<unknown>,
): JobHandler {
  return { job, cron, run: (_, jobRun) => run(jobRun) }
}

/**
 * A job that runs when `hasWork` finds something: one scheduled job asks all of them every minute, so that those without work
 * cost one read each. If `hasWork` fails, the job starts, and its own run reports the error.
 */
export function sweepHandler(
  job: JobDefinition<Record<string, never>>,
  hasWork: (now: Date) => Promise<boolean>,
  run: (run: JobRun) => Promise<unknown>,
): JobHandler {
  return { job, hasWork, run: (_, jobRun) => run(jobRun) }
}
