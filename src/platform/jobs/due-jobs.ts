import { alignedPauseMs } from '../concurrency/aligned-pause.ts'
import { Poller } from '../concurrency/poller.ts'

/** Work that no message announced is found within this time. */
const POLL_MS = 10_000
/** A job that waits in this process is looked for after this time: by then its row is committed. */
const SOON_MS = 1_000
const OUTAGE_PAUSE_MS = 2_000

interface DueJobsOptions {
  /** Runs a statement on a connection of the queue. */
  execute: (text: string) => Promise<{ rows: unknown[] }>
  wakeWorkers: (queue: string) => void
  wakeRelay: () => void
  onError: (error: unknown) => void
  pollMs?: number
}

interface DueWork {
  queues: string[]
  hasOutbox: boolean
  /** When the next job of the waiting ones is due; null without one. */
  nextInMs: number | null
}

/** Each probe is one read of an index. The last one reads the waiting jobs, which are few unless there is a backlog. */
const FIND_DUE_WORK = `
  select
    array(
      select queue.name from pgboss.queue as queue
      where exists (
        select from pgboss.job as job
        where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
      )
    ) as queues,
    exists (select from outbox) as "hasOutbox",
    (
      select extract(epoch from min(job.start_after) - now())::double precision * 1000 from pgboss.job as job
      where job.state < 'active' and not job.blocked and job.start_after > now()
    ) as "nextInMs"`

/**
 * Finds work that no message announced: jobs that are due now because of their delay, rows in the outbox of a process that
 * died, and whatever a lost NOTIFY announced. One statement for all queues replaces a poll of each. It rests until the next
 * waiting job is due.
 */
export class DueJobs {
  readonly #options: DueJobsOptions
  readonly #poller = new Poller()
  /** When this process last made a job wait; undefined if a poll has seen it. */
  #delayedAt: number | undefined

  constructor(options: DueJobsOptions) {
    this.#options = options
  }

  start(): void {
    this.#poller.start(() => this.#run())
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** This process inserts a job for a later time, or a run failed and will be retried. */
  expectDelayedJob(): void {
    const isKnown = this.#delayedAt !== undefined
    this.#delayedAt = performance.now()
    if (!isKnown) this.#poller.wake()
  }

  async #run(): Promise<void> {
    let restMs = SOON_MS
    while (!this.#poller.isStopped) {
      await this.#rest(restMs)
      if (this.#poller.isStopped) return
      // A job that began to wait just now may not be committed yet: the next poll must see it.
      if (this.#delayedAt !== undefined && performance.now() - this.#delayedAt >= SOON_MS)
        this.#delayedAt = undefined
      restMs = await this.#poll()
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    this.#poller.beginRound()
    if (this.#delayedAt === undefined) await this.#poller.sleep(milliseconds)
    if (this.#delayedAt !== undefined) await this.#poller.pause(Math.min(SOON_MS, milliseconds))
  }

  /** Returns how long to rest. */
  async #poll(): Promise<number> {
    const { execute, wakeWorkers, wakeRelay, onError, pollMs = POLL_MS } = this.#options
    try {
      const { rows } = await execute(FIND_DUE_WORK)
      const [{ queues, hasOutbox, nextInMs }] = rows as [DueWork]
      for (const queue of queues) wakeWorkers(queue)
      if (hasOutbox) wakeRelay()
      return Math.min(alignedPauseMs(pollMs), Math.ceil(nextInMs ?? pollMs))
    } catch (error) {
      if (!this.#poller.isStopped) onError(error)
      return OUTAGE_PAUSE_MS
    }
  }
}
