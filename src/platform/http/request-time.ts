import type { Deadline } from '../deadlines.ts'
import { type Refusal, refusals } from '../errors.ts'

export interface TimeLimits {
  jsonMs: number
  uploadMs: number
  workMs: number
}

export const TIME_LIMITS: TimeLimits = { jsonMs: 30_000, uploadMs: 120_000, workMs: 20_000 }

/** The time that one request has: some for its body to come, and then afresh for the work. */
export class RequestTime implements Deadline {
  readonly #workMs: number
  #isReading = false
  #readingSince = 0
  #isOver = false
  at: number
  /** How long the body took to come. */
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

  /** What comes after the client was told that it is too late is not worked on any more. */
  startWork(): void {
    if (this.#isOver) throw refusals.request_timeout()
    this.#isReading = false
    const instant = performance.now()
    this.at = instant + this.#workMs
    this.readMs = instant - this.#readingSince
  }

  late(): Refusal {
    this.#isOver = true
    return this.#isReading ? refusals.request_timeout() : refusals.overloaded({ retryAfterSeconds: 2 })
  }
}
