import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { Deadlines } from '../deadlines.ts'
import { describeFault } from '../describe-fault.ts'
import { log, workContext } from '../log.ts'
import { counter, histogram } from '../metrics.ts'
import { currentTracer, within, withoutTrace } from '../tracing/tracing.ts'
import type { CronLine, JobHandler } from './declare.ts'
import { Relay } from './relay.ts'

export const DEAD_LETTERS = 'dead-letters'
/** A worker that died is noticed after a heartbeat and one round of supervision: well within a minute. */
const HEARTBEAT_SECONDS = 15
const SUPERVISION_SECONDS = 10
const KEEP_DONE_SECONDS = 24 * 3600
const STOP_LIMIT_MS = 12_000
/** How much later than our own limit the queue gives up on a whole batch. */
const EXPIRY_MARGIN_SECONDS = 30
/** Whatever keeps failing in the queue fails again within this time: its slowest round is the timetable's. */
const FAULT_MEMORY_MS = 15_000

const deadlines = new Deadlines()

const jobsDone = counter('lyceum_jobs_total', 'Job runs by outcome', ['queue', 'outcome'])
const jobSeconds = histogram('lyceum_job_seconds', 'Duration of job runs', ['queue'])

export interface JobRunner {
  /** Tells the relay that this process has committed outbox rows. */
  wake(): void
  isHealthy(): boolean
  stop(): Promise<void>
}

interface JobRunnerOptions {
  database: Database
  databaseUrl: string
  tlsCa?: string
  handlers: JobHandler[]
  timetable: CronLine[]
}

/** Starts the queue, the relay that feeds it, and a worker for each job. */
export async function startJobs(options: JobRunnerOptions): Promise<JobRunner> {
  const { handlers, timetable } = options
  const boss = new PgBoss({
    ...connectionOf(options),
    application_name: 'lyceum-jobs',
    max: 5,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 2,
  })
  const stopping = new AbortController()
  let lastFaultAt = Number.NEGATIVE_INFINITY
  boss.on('error', (fault) => {
    lastFaultAt = performance.now()
    log.warn({ fault: describeFault(fault) }, 'jobs: the queue reported a fault')
  })
  boss.on('warning', (warning) => log.debug({ warning }, 'jobs: the queue reported a warning'))
  await boss.start()

  await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 90 * 24 * 3600 })
  await Promise.all(handlers.map((handler) => ensureQueue(boss, handler)))
  for (const line of timetable) await boss.schedule(line.declaration.name, line.cron, {}, { tz: 'UTC' })
  await dropOldSchedules(boss, timetable)
  await Promise.all(handlers.map((handler) => startWorker(boss, handler, stopping.signal)))

  const relay = new Relay(
    options.database,
    boss,
    handlers.map((handler) => handler.declaration.name),
  )
  relay.start()

  return {
    wake: () => relay.wake(),
    isHealthy: () => !relay.isFailing && performance.now() - lastFaultAt > FAULT_MEMORY_MS,
    stop: async () => {
      stopping.abort()
      await relay.stop()
      // The queue looks only every half second whether its workers are done; asked themselves they say it at once.
      const done = Promise.all(
        handlers.map(({ declaration }) => boss.offWork(declaration.name, { wait: true })),
      )
      await deadlines
        .watch(done, STOP_LIMIT_MS, () => new Error('jobs were still running'))
        .catch(() => undefined)
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}

/** What a URL says of TLS goes, for this driver, over what it is told beside it: so the URL says nothing of it. */
function connectionOf({ databaseUrl, tlsCa }: JobRunnerOptions) {
  if (!tlsCa) return { connectionString: databaseUrl }
  const url = new URL(databaseUrl)
  url.search = ''
  return { connectionString: url.href, ssl: { ca: tlsCa, rejectUnauthorized: true } }
}

async function ensureQueue(boss: PgBoss, { declaration: { name, options } }: JobHandler): Promise<void> {
  const settings = {
    retryLimit: options.retries,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
    expireInSeconds: options.timeLimitSeconds + EXPIRY_MARGIN_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_DONE_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  }
  if (await boss.getQueue(name)) await boss.updateQueue(name, settings)
  else await boss.createQueue(name, settings)
}

/** A line that was taken out of the timetable must not go on ringing. */
async function dropOldSchedules(boss: PgBoss, timetable: CronLine[]): Promise<void> {
  const wanted = new Set(timetable.map((line) => line.declaration.name))
  for (const schedule of await boss.getSchedules()) {
    if (!wanted.has(schedule.name)) await boss.unschedule(schedule.name)
  }
}

async function startWorker(boss: PgBoss, handler: JobHandler, shutdown: AbortSignal): Promise<void> {
  const { name, options } = handler.declaration
  const lanes = options.concurrency > 1 ? 2 : 1
  const workerId: string = await boss.work<object>(
    name,
    {
      // Two lanes, so that one slow run does not hold up all the others of its job.
      batchSize: Math.ceil(options.concurrency / lanes),
      localConcurrency: lanes,
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    async (jobs) => {
      const results = await Promise.all(jobs.map((job) => runJob(handler, job, shutdown)))
      // The queue asks for more at once after a full batch, but takes a batch of one for a trickle.
      if (options.concurrency === 1 && !shutdown.aborted) boss.notifyWorker(workerId)
      return results
    },
  )
}

async function runJob(handler: JobHandler, job: Job<object>, shutdown: AbortSignal): Promise<JobResult> {
  const { data, traceparent } = withoutTrace(job.data)
  const given = traceparent === undefined ? job : { ...job, data }
  const tracer = currentTracer()
  if (!tracer) return attempt(handler, given, shutdown)
  const { name } = handler.declaration
  const span = tracer.start({ name: `job ${name}`, kind: 'consumer', parent: traceparent })
  const result = await within(span, () => attempt(handler, given, shutdown, span.traceId))
  span.end(result.status === 'failed' ? 'failed' : undefined)
  return result
}

async function attempt(
  handler: JobHandler,
  job: Job<object>,
  shutdown: AbortSignal,
  traceId?: string,
): Promise<JobResult> {
  const { name, options } = handler.declaration
  const started = performance.now()
  const givenUp = new AbortController()
  // The queue's own limit would fail the whole batch, and run neighbours again that were done long ago.
  const giveUp = () => {
    givenUp.abort()
    return new Error(`It took longer than its limit of ${options.timeLimitSeconds} seconds.`)
  }
  const context = { jobId: job.id, ...(traceId ? { trace_id: traceId } : {}) }
  return workContext.run(context, async () => {
    try {
      const signal = AbortSignal.any([givenUp.signal, shutdown, ...(job.signal ? [job.signal] : [])])
      const running = handler.run(job.data, { id: job.id, signal })
      await deadlines.watch(running, options.timeLimitSeconds * 1000, giveUp)
      jobsDone.inc({ queue: name, outcome: 'done' })
      return { id: job.id, status: 'completed' as const }
    } catch (fault) {
      jobsDone.inc({ queue: name, outcome: 'failed' })
      const told = describeFault(fault)
      const isLastTry = job.retryCount >= options.retries
      log.warn(
        { job: name, fault: told },
        isLastTry
          ? 'jobs: a run failed, and it was the last try'
          : 'jobs: a run failed and will be tried again',
      )
      return { id: job.id, status: 'failed' as const, output: { message: told } }
    } finally {
      jobSeconds.observe({ queue: name }, (performance.now() - started) / 1000)
    }
  })
}
