import { commonErrors } from '../errors.ts'

const WINDOW_MS = 500
/** So many requests in progress are never too many, however slow they are. */
const MIN_SHEDDING_LIMIT = 200
/** A burst ends sooner; an overload does not. */
const SHED_AFTER_MS = 500

/**
 * Limits requests in progress per process and rejects the rest with OVERLOADED. Requests whose body is still being
 * received do not count. Under a lasting overload the limit is the number of requests that the process ends in a second,
 * so that an accepted request does not wait for longer than that.
 */
export class ConcurrencyLimit {
  readonly #max: number
  readonly #clock: () => number
  #count = 0
  #windowStart: number
  #endedInWindow = 0
  #endedPerSecond = 0
  /** Since when there have been more requests than the process ends in a second. */
  #crowdedSince: number | undefined

  constructor(max: number, clock: () => number = () => performance.now()) {
    this.#max = max
    this.#clock = clock
    this.#windowStart = clock()
  }

  rejectWhenFull(): void {
    if (this.#count >= this.#max || this.#isOverloaded())
      throw commonErrors.overloaded({ retryAfterSeconds: 1 })
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.rejectWhenFull()
    this.#count++
    try {
      return await work()
    } finally {
      this.#count--
      this.#endedInWindow++
    }
  }

  #isOverloaded(): boolean {
    const at = this.#clock()
    if (at - this.#windowStart >= WINDOW_MS) this.#startWindow(at)
    if (this.#count < Math.max(MIN_SHEDDING_LIMIT, this.#endedPerSecond)) {
      this.#crowdedSince = undefined
      return false
    }
    this.#crowdedSince ??= at
    return at - this.#crowdedSince >= SHED_AFTER_MS
  }

  #startWindow(at: number): void {
    this.#endedPerSecond = (this.#endedInWindow * 1_000) / (at - this.#windowStart)
    this.#windowStart = at
    this.#endedInWindow = 0
  }
}
