import { commonErrors } from '../errors.ts'

/**
 * How many requests are worked on at once. Whoever comes on top of so many is refused at the door: a refusal costs
 * little and can be tried elsewhere, while waiting behind thousands of others would only make everybody late. Bodies
 * that are still coming do not count, or slow senders could keep everybody out.
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
