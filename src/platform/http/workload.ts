import { refusals } from '../errors.ts'

/**
 * How many requests are worked on at once. Whoever comes on top of so many is refused at the door: a refusal costs
 * little and can be tried elsewhere, while waiting behind thousands of others would only make everybody late. Bodies
 * that are still coming do not count, or slow senders could keep everybody out.
 */
export class Workload {
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  check(): void {
    if (this.#count >= this.#most) throw refusals.overloaded({ retryAfterSeconds: 1 })
  }

  async carry<Result>(work: () => Promise<Result>): Promise<Result> {
    this.check()
    this.#count++
    try {
      return await work()
    } finally {
      this.#count--
    }
  }
}
