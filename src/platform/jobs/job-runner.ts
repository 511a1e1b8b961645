import { type Job, type JobResult, PgBoss, type Queue } from 'pg-boss'
import { now } from '../clock.ts'
import { Deadlines } from '../concurrency/deadlines.ts'
import type { Database } from '../db/database.ts'
import { describeError } from '../describe-error.ts'
import { log, workContext } from '../log.ts'
import { counter, gauge, histogram } from '../metrics.ts'
import { OutageLog } from '../outage-log.ts'
import { currentTracer, extractTrace, runInSpan } from '../tracing/tracing.ts'
import type { JobHandler } from '../transaction/define-job.ts'
import { DueJobs } from './due-jobs.ts'
import { OutboxRelay } from './outbox-relay.ts'
import { QueueHealth } from './queue-health.ts'
import { startSweepsHandler } from './start-sweeps.ts'

export const DEAD_LETTER_QUEUE = 'dead-letters'
/** A dead worker is detected after a missed heartbeat and one supervision round: well within a minute. */
const HEARTBEAT_SECONDS = 15
/** A job without retries is not run again when its worker died: the next scheduled run does its work. */
const HEARTBEAT_WITHOUT_RETRIES_SECONDS = 120
const SUPERVISION_SECONDS = 15
/** An entry runs within its minute: NOTIFY wakes the worker that forwards it. */
const CRON_CHECK_SECONDS = 20
/** The internal queue that forwards cron entries. */
const CRON_QUEUE = '__pgboss__send-it'
/** NOTIFY wakes workers for new jobs, and `DueJobs` for the others; this is only for a failure of both. */
const WORKER_POLL_SECONDS = 600
/** For features of the queue that we do not use: dependencies between jobs, and changes of its tables in the background. */
const UNUSED_SECONDS = 3_600
/** A listener that was lost without a message is found within this time; `DueJobs` finds its jobs before. */
const LISTENER_CHECK_MS = 60_000
/** Options of the driver. It would close idle connections after 10 s, and a new one costs the server a process and a password check. */
const POOL = { max: 5, idleTimeoutMillis: 10 * 60_000 }
const COMPLETED_RETENTION_SECONDS = 24 * 3600
const DUE_JOBS_LIMIT_MS = 5_000
const STOP_LIMIT_MS = 12_000
/** The queue's limit for a batch is this much longer than our own limit for a run. */
const EXPIRY_MARGIN_SECONDS = 30

const deadlines = new Deadlines()

const jobsDone = counter('lyceum_jobs_total', 'Job runs by outcome', ['queue', 'outcome'])
const jobSeconds = histogram('lyceum_job_seconds', 'Duration of job runs', ['queue'])

export interface JobRunner {
  /** Signals the relay that this process has committed outbox rows. */
  wake(): void
  isHealthy(): boolean
  stop(): Promise<void>
}

interface JobRunnerOptions {
  database: Database
  databaseUrl: string
  tlsCa?: string
  handlers: JobHandler[]
}

/** Starts the queue, the outbox relay, and the workers of each job. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const boss = new PgBoss({
    ...connectionOf(options),
    application_name: 'lyceum-jobs',
    ...POOL,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISION_SECONDS,
    monitorIntervalSeconds: SUPERVISION_SECONDS,
    cronMonitorIntervalSeconds: CRON_CHECK_SECONDS,
    flowIntervalSeconds: UNUSED_SECONDS,
    bamIntervalSeconds: UNUSED_SECONDS,
    notifyHeartbeatIntervalMs: LISTENER_CHECK_MS,
  })
  const stopping = new AbortController()
  const outage = new OutageLog('jobs')
  const health = new QueueHealth(
    async () => boss.getDb().executeSql('select 1', []),
    () => outage.succeeded(),
  )
  boss.on('error', (error) => {
    health.observe(error)
    outage.failed(error, 'queue reported an error')
  })
  boss.on('warning', (warning) => log.debug({ warning }, 'jobs: queue reported a warning'))
  await boss.start()

  const startSweeps = startSweepsHandler(options.handlers, (queue) => boss.send(queue, {}))
  const handlers = startSweeps ? [startSweeps, ...options.handlers] : options.handlers
  const dueJobs = new DueJobs({
    execute: (text) =>
      deadlines.watch(
        boss.getDb().executeSql(text, []),
        DUE_JOBS_LIMIT_MS,
        () => new Error('the database did not answer'),
      ),
    wakeWorkers: (queue) => {
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id)
    },
    wakeRelay: () => relay.wake(),
    onError: (error) => {
      health.observe(error)
      outage.failed(error, 'due jobs cannot be read')
    },
  })
  const relay = new OutboxRelay(
    options.database,
    boss,
    handlers.map((handler) => handler.job.name),
    { onDelayedJob: () => dueJobs.expectDelayedJob() },
  )
  await ensureQueues(boss, handlers)
  await ensureSchedules(boss, handlers)
  const workers = new Map<string, string[]>()
  const context = { shutdown: stopping.signal, onRetry: () => dueJobs.expectDelayedJob() }
  await Promise.all(
    handlers.map(async (handler) =>
      workers.set(handler.job.name, await startWorkers(boss, handler, context)),
    ),
  )
  relay.start()
  dueJobs.start()
  const isHealthy = () => !relay.isFailing && health.isHealthy
  gauge('lyceum_jobs_worker_up', '1 if this process takes jobs, 0 while it cannot', () =>
    isHealthy() ? 1 : 0,
  )

  return {
    wake: () => relay.wake(),
    isHealthy,
    stop: async () => {
      stopping.abort()
      health.stop()
      await dueJobs.stop()
      await relay.stop()
      // The queue checks only every half second whether its workers are done; the workers report it
      // immediately.
      const done = Promise.all(
        handlers.map(({ job: definition }) => boss.offWork(definition.name, { wait: true })),
      )
      await deadlines
        .watch(done, STOP_LIMIT_MS, () => new Error('jobs were still running'))
        .catch(() => undefined)
      await boss.stop({ graceful: true, timeout: 1_000 })
    },
  }
}

/** For this driver, TLS parameters in the URL override the options, so they are removed from the URL. */
function connectionOf({ databaseUrl, tlsCa }: JobRunnerOptions) {
  if (!tlsCa) return { connectionString: databaseUrl }
  const url = new URL(databaseUrl)
  url.search = ''
  return { connectionString: url.href, ssl: { ca: tlsCa, rejectUnauthorized: true } }
}

type QueueSettings = Omit<Queue, 'name'>

function settingsOf({ job: { options } }: JobHandler): QueueSettings {
  return {
    retryLimit: options.retries,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
    expireInSeconds: options.timeLimitSeconds + EXPIRY_MARGIN_SECONDS,
    heartbeatSeconds: options.retries > 0 ? HEARTBEAT_SECONDS : HEARTBEAT_WITHOUT_RETRIES_SECONDS,
    deleteAfterSeconds: COMPLETED_RETENTION_SECONDS,
    deadLetter: DEAD_LETTER_QUEUE,
    notify: true,
  }
}

/** Creates and changes queues. One read finds those that are as they should be, which are all of them at most starts. */
async function ensureQueues(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const ensure = async (name: string, settings: QueueSettings) => {
    const found = stored.get(name)
    if (!found) return boss.createQueue(name, settings)
    const isCurrent = Object.entries(settings).every(
      ([setting, value]) => found[setting as keyof QueueSettings] === value,
    )
    if (!isCurrent) await boss.updateQueue(name, settings)
  }
  await ensure(DEAD_LETTER_QUEUE, { retentionSeconds: 90 * 24 * 3600 })
  await ensure(CRON_QUEUE, { notify: true })
  await Promise.all(handlers.map((handler) => ensure(handler.job.name, settingsOf(handler))))
}

/** Stores new and changed cron entries. A removed entry must not run any more. */
async function ensureSchedules(boss: PgBoss, handlers: JobHandler[]): Promise<void> {
  const stored = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { job, cron } of handlers)
    if (cron && stored.get(job.name) !== cron) await boss.schedule(job.name, cron, {}, { tz: 'UTC' })
  const wanted = new Set(handlers.filter(({ cron }) => cron).map(({ job }) => job.name))
  for (const name of stored.keys()) if (!wanted.has(name)) await boss.unschedule(name)
}

/** What all workers of a process share. */
interface WorkerContext {
  shutdown: AbortSignal
  /** A run failed and will be retried later. */
  onRetry: () => void
}

/** Returns the ids of the workers. A worker waits for all runs of its batch, so with two one slow run does not block all others. */
async function startWorkers(boss: PgBoss, handler: JobHandler, context: WorkerContext): Promise<string[]> {
  const count = handler.job.options.concurrency > 1 ? 2 : 1
  return Promise.all(Array.from({ length: count }, () => startWorker(boss, handler, count, context)))
}

async function startWorker(
  boss: PgBoss,
  handler: JobHandler,
  workers: number,
  { shutdown, onRetry }: WorkerContext,
): Promise<string> {
  const { name, options } = handler.job
  const workerId: string = await boss.work<object>(
    name,
    {
      batchSize: Math.ceil(options.concurrency / workers),
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: WORKER_POLL_SECONDS,
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    async (jobs) => {
      const results = await Promise.all(jobs.map((job) => runJob(handler, job, shutdown)))
      if (options.retries > 0 && results.some(({ status }) => status === 'failed')) onRetry()
      // The queue fetches again immediately after a full batch, but not after a batch of one.
      if (options.concurrency === 1 && !shutdown.aborted) boss.notifyWorker(workerId)
      return results
    },
  )
  return workerId
}

async function runJob(handler: JobHandler, job: Job<object>, shutdown: AbortSignal): Promise<JobResult> {
  const { data, traceparent } = extractTrace(job.data)
  const jobWithoutTrace = traceparent === undefined ? job : { ...job, data }
  const tracer = currentTracer()
  if (!tracer) return attempt(handler, jobWithoutTrace, shutdown)
  const { name } = handler.job
  const span = tracer.start({ name: `job ${name}`, kind: 'consumer', parent: traceparent })
  const result = await runInSpan(span, () => attempt(handler, jobWithoutTrace, shutdown, span.traceId))
  span.end(result.status === 'failed' ? 'failed' : undefined)
  return result
}

async function attempt(
  handler: JobHandler,
  job: Job<object>,
  shutdown: AbortSignal,
  traceId?: string,
): Promise<JobResult> {
  const { name, options } = handler.job
  const started = performance.now()
  const timedOut = new AbortController()
  // The queue's own limit would fail the whole batch and run finished jobs again.
  const timeOut = () => {
    timedOut.abort()
    return new Error(`The job exceeded its limit of ${options.timeLimitSeconds} seconds.`)
  }
  const context = { jobId: job.id, ...(traceId ? { trace_id: traceId } : {}) }
  return workContext.run(context, async () => {
    try {
      const signal = AbortSignal.any([timedOut.signal, shutdown, ...(job.signal ? [job.signal] : [])])
      const running = handler.run(job.data, { id: job.id, signal, now: now(), clock: now })
      await deadlines.watch(running, options.timeLimitSeconds * 1000, timeOut)
      jobsDone.inc({ queue: name, outcome: 'done' })
      return { id: job.id, status: 'completed' as const }
    } catch (error) {
      jobsDone.inc({ queue: name, outcome: 'failed' })
      const message = describeError(error)
      const isLastAttempt = job.retryCount >= options.retries
      log.warn(
        { job: name, error: message },
        isLastAttempt ? 'jobs: run failed; no attempts left' : 'jobs: run failed; retrying',
      )
      return { id: job.id, status: 'failed' as const, output: { message: message } }
    } finally {
      jobSeconds.observe({ queue: name }, (performance.now() - started) / 1000)
    }
  })
}
