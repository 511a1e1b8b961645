import { refusals } from './errors.ts'

/**
 * As many permits as the pool has connections. The driver pipelines onto busy connections: without this,
 * one statement that waits for a lock stalls the strangers queued behind it, and a transaction can wait for
 * itself. Whoever cannot be served soon is refused early, which keeps an overload from feeding itself.
 */
export class Permits {
  readonly #count: number
  #free: number
  readonly #queueLimit: number
  readonly #waitLimitMs: number
  #waiting: Waiter[] = []
  #head = 0
  readonly #sweeper: Timer

  constructor(count: number, queueLimit: number, waitLimitMs: number) {
    this.#count = count
    this.#free = count
    this.#queueLimit = queueLimit
    this.#waitLimitMs = waitLimitMs
    this.#sweeper = setInterval(() => this.#refuseOverdue(), 250)
    this.#sweeper.unref()
  }

  /** How many are taken. */
  get busy(): number {
    return this.#count - this.#free
  }

  get waiting(): number {
    return this.#waiting.length - this.#head
  }

  /** Undefined when a permit was free: the common case costs no turn of the event loop. */
  acquire(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--
      return undefined
    }
    if (this.waiting >= this.#queueLimit) throw refusals.overloaded({ retryAfterSeconds: 1 })
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, since: performance.now() })
    })
  }

  release(): void {
    const next = this.#takeFirst()
    if (next) next.resolve()
    else this.#free++
  }

  close(): void {
    clearInterval(this.#sweeper)
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

  #refuseOverdue(): void {
    const oldest = performance.now() - this.#waitLimitMs
    for (;;) {
      const first = this.#waiting[this.#head]
      if (!first || first.since > oldest) return
      this.#takeFirst()
      first.reject(refusals.overloaded({ retryAfterSeconds: 1 }))
    }
  }
}

interface Waiter {
  resolve: () => void
  reject: (reason: Error) => void
  since: number
}
