import { Poller } from '../concurrency/poller.ts'

/** Jobs that become due later, such as retries, are found within this time. */
const POLL_MS = 2_000

interface DueJobsOptions {
  /** Runs a statement on a connection of the queue. */
  execute: (text: string) => Promise<{ rows: unknown[] }>
  wakeWorkers: (queue: string) => void
  wakeRelay: () => void
  onError: (error: unknown) => void
}

interface DueWork {
  queues: string[]
  hasOutbox: boolean
}

/** Each probe is one read of an index, also when many jobs wait. */
const FIND_DUE_WORK = `
  select
    array(
      select queue.name from pgboss.queue as queue
      where exists (
        select from pgboss.job as job
        where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
      )
    ) as queues,
    exists (select from outbox) as "hasOutbox"`

/**
 * Finds work that no message announced: jobs that are due now because of their delay, rows in the outbox of a process that
 * died, and whatever a lost NOTIFY announced. One statement for all queues replaces a poll of each.
 */
export class DueJobs {
  readonly #options: DueJobsOptions
  readonly #poller = new Poller()

  constructor(options: DueJobsOptions) {
    this.#options = options
  }

  start(): void {
    this.#poller.start(() => this.#run())
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #run(): Promise<void> {
    const { execute, wakeWorkers, wakeRelay, onError } = this.#options
    while (!this.#poller.isStopped) {
      await this.#poller.sleep(POLL_MS)
      if (this.#poller.isStopped) return
      try {
        const { rows } = await execute(FIND_DUE_WORK)
        const [{ queues, hasOutbox }] = rows as [DueWork]
        for (const queue of queues) wakeWorkers(queue)
        if (hasOutbox) wakeRelay()
      } catch (error) {
        if (!this.#poller.isStopped) onError(error)
      }
    }
  }
}
