import { commonErrors } from '../errors.ts'

/**
 * Limits requests in progress per process and rejects the rest with OVERLOADED. Requests whose body is still being
 * received do not count.
 */
export class ConcurrencyLimit {
  readonly #max: number
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  rejectWhenFull(): void {
    if (this.#count >= this.#max) throw commonErrors.overloaded({ retryAfterSeconds: 1 })
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.rejectWhenFull()
    this.#count++
    try {
      return await work()
    } finally {
      this.#count--
    }
  }
}
