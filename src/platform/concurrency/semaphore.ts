import { commonErrors } from '../errors.ts'
import { workContext } from '../log.ts'

/** Shortens the wait limit of requests while the queue has not been empty for `afterMs`. */
export interface LoadShedding {
  afterMs: number
  /** The wait limit of a request that arrives in this state. */
  waitLimitMs: number
}

const SWEEP_MS = 100

/**
 * Limits the concurrent use of a connection pool; without it the driver pipelines statements behind a blocked one.
 * Callers that wait longer than their limit, or find the queue full, are rejected with OVERLOADED. When the queue has
 * not been empty for `afterMs`, the limit of new requests is that of `LoadShedding`; jobs keep the full limit.
 */
export class Semaphore {
  readonly #count: number
  #free: number
  readonly #queueLimit: number
  readonly #waitLimitMs: number
  readonly #loadShedding: LoadShedding | undefined
  #waiting: Waiter[] = []
  #head = 0
  /** Since when the queue has not been empty. */
  #busySince = 0
  /** Runs only while callers wait: an idle process has several pools, and a timer for each would wake it often. */
  #sweeper: Timer | undefined
  #isClosed = false

  constructor(count: number, queueLimit: number, waitLimitMs: number, loadShedding?: LoadShedding) {
    this.#count = count
    this.#free = count
    this.#queueLimit = queueLimit
    this.#waitLimitMs = waitLimitMs
    this.#loadShedding = loadShedding
  }

  /** The number of taken permits. */
  get busy(): number {
    return this.#count - this.#free
  }

  get waiting(): number {
    return this.#waiting.length - this.#head
  }

  /** Returns undefined when a permit was free: the common case needs no tick of the event loop. */
  acquire(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--
      return undefined
    }
    if (this.waiting >= this.#queueLimit) throw commonErrors.overloaded({ retryAfterSeconds: 1 })
    const at = performance.now()
    if (this.waiting === 0) this.#busySince = at
    const until = at + this.#waitLimitFor(at)
    this.#startSweeper()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, until })
    })
  }

  release(): void {
    const next = this.#takeFirst()
    if (next) next.resolve()
    else this.#free++
  }

  close(): void {
    this.#isClosed = true
    this.#stopSweeper()
  }

  #startSweeper(): void {
    if (this.#sweeper || this.#isClosed) return
    this.#sweeper = setInterval(() => this.#rejectExpired(), SWEEP_MS)
    this.#sweeper.unref()
  }

  #stopSweeper(): void {
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }

  #takeFirst(): Waiter | undefined {
    const first = this.#waiting[this.#head]
    if (!first) return undefined
    this.#head++
    if (this.#head === this.#waiting.length || this.#head > 1024) {
      this.#waiting = this.#waiting.slice(this.#head)
      this.#head = 0
    }
    return first
  }

  #waitLimitFor(at: number): number {
    const loadShedding = this.#loadShedding
    if (!loadShedding || at - this.#busySince < loadShedding.afterMs) return this.#waitLimitMs
    const isForRequest = workContext.getStore()?.requestId !== undefined
    return isForRequest ? Math.min(loadShedding.waitLimitMs, this.#waitLimitMs) : this.#waitLimitMs
  }

  /** Checks all waiters, because one with a shorter limit may be behind one with a longer limit. */
  #rejectExpired(): void {
    if (this.waiting === 0) {
      this.#stopSweeper()
      return
    }
    const at = performance.now()
    const { kept: remaining = [], overdue: expired = [] } = Object.groupBy(
      this.#waiting.slice(this.#head),
      ({ until }) => (until > at ? 'kept' : 'overdue'),
    )
    this.#waiting = remaining
    this.#head = 0
    for (const { reject } of expired) reject(commonErrors.overloaded({ retryAfterSeconds: 1 }))
  }
}

interface Waiter {
  resolve: () => void
  reject: (reason: Error) => void
  until: number
}
