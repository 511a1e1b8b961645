import type { Deadline } from '../concurrency/deadlines.ts'
import { commonErrors, type Refusal } from '../errors.ts'

export interface TimeLimits {
  jsonMs: number
  uploadMs: number
  workMs: number
}

export const TIME_LIMITS: TimeLimits = { jsonMs: 30_000, uploadMs: 120_000, workMs: 20_000 }

/** The time limits of one request: one for receiving its body, and then one for the work. */
export class RequestTimeout implements Deadline {
  readonly #workMs: number
  #isReading = false
  #readingSince = 0
  #isOver = false
  at: number
  /** How long receiving the body took. */
  readMs = 0

  constructor(workMs: number) {
    this.#workMs = workMs
    this.at = performance.now() + workMs
  }

  startReading(limitMs: number): void {
    this.#isReading = true
    this.#readingSince = performance.now()
    this.at = this.#readingSince + limitMs
  }

  /** A body that arrives after the timeout response is not handled. */
  startWork(): void {
    if (this.#isOver) throw commonErrors.request_timeout()
    this.#isReading = false
    const instant = performance.now()
    this.at = instant + this.#workMs
    this.readMs = instant - this.#readingSince
  }

  timeoutError(): Refusal {
    this.#isOver = true
    return this.#isReading
      ? commonErrors.request_timeout()
      : commonErrors.overloaded({ retryAfterSeconds: 2 })
  }
}
