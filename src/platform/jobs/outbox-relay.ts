import type { InsertOptions, PgBoss } from 'pg-boss'
import { retryPauseMs } from '../concurrency/backoff.ts'
import { Poller } from '../concurrency/poller.ts'
import type { Database } from '../db/database.ts'
import { isPermanent, isUnavailable } from '../db/database-error.ts'
import { OutageLog } from '../outage-log.ts'

interface RelayOptions {
  /** A job of the batch starts later: no NOTIFY announces its time. */
  onDelayedJob?: () => void
  idlePollMs?: number
}

interface OutboxRow {
  id: string
  job: string
  data: object
  startAfter: Date | null
}

const BATCH = 500
/** Processes announce their rows, and `DueJobs` finds the others; this is only for a failure of both. */
const IDLE_POLL_MS = 60_000
/** Readiness fails until the relay has succeeded again, so this bounds how long that lasts after an outage. */
const OUTAGE_PAUSE_MS = 500

/**
 * Moves outbox rows into the queue in batches. One transaction deletes the rows and inserts the jobs, and the id of a
 * row is the id of its job, so each row becomes one job even if a process dies in between.
 */
export class OutboxRelay {
  readonly #options: RelayOptions
  readonly #database: Database
  readonly #boss: PgBoss
  readonly #jobNames: string[]
  readonly #poller = new Poller()
  readonly #outage = new OutageLog('outbox relay')
  /** No batch has succeeded since one failed. */
  isFailing = false

  constructor(database: Database, boss: PgBoss, jobNames: string[], options: RelayOptions = {}) {
    this.#options = options
    this.#database = database
    this.#boss = boss
    this.#jobNames = jobNames
  }

  start(): void {
    this.#poller.start(() => this.#run())
  }

  /** Called after a commit in this process, and when another process announces rows. */
  wake(): void {
    this.#poller.wake()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#poller.isStopped) {
      this.#poller.beginRound()
      try {
        const moved = await this.moveBatch()
        this.isFailing = false
        this.#outage.succeeded()
        failures = 0
        if (moved < BATCH) await this.#poller.sleep(this.#options.idlePollMs ?? IDLE_POLL_MS)
      } catch (error) {
        this.isFailing = true
        this.#outage.failed(error, isUnavailable(error) ? 'database unavailable' : 'batch failed')
        failures++
        if (isPermanent(error)) await this.#poller.pause(retryPauseMs(failures, OUTAGE_PAUSE_MS))
        else await this.#poller.sleep(OUTAGE_PAUSE_MS)
      }
    }
  }

  /** Moves only rows of jobs that this process defines, so an old process leaves the jobs of a newer version alone. */
  async moveBatch(): Promise<number> {
    const { moved, isDelayed } = await this.#database.transaction(async ({ statement, raw }) => {
      const rows = await statement<OutboxRow>`
        delete from outbox
        where id in (
          select id from outbox where job = any(${this.#jobNames}::text[])
          order by id limit ${BATCH} for update skip locked
        )
        returning id, job, data, start_after as "startAfter"`
      if (rows.length === 0) return { moved: 0, isDelayed: false }
      const queueDatabase: NonNullable<InsertOptions['db']> = {
        executeSql: async (text, values) => ({ rows: await raw(text, values as unknown[]) }),
      }
      for (const [job, batch] of Map.groupBy(rows, (row) => row.job)) {
        await this.#boss.insert(
          job,
          batch.map(({ id, data, startAfter }) => ({ id, data, ...(startAfter ? { startAfter } : {}) })),
          { db: queueDatabase },
        )
      }
      return { moved: rows.length, isDelayed: rows.some(({ startAfter }) => startAfter !== null) }
    })
    if (isDelayed) this.#options.onDelayedJob?.()
    return moved
  }
}
