import { MINUTE_MS, monotonicMs } from './clock.ts'
import { describeError } from './describe-error.ts'
import { log } from './log.ts'

/**
 * The log of a part that may fail many times in a row. The first failure is logged at once, further ones at most once a
 * minute with their number, and the end of the outage once.
 */
export class OutageLog {
  readonly #part: string
  #since: number | undefined
  #loggedAt = 0
  #failures = 0

  /** `part` begins the line, such as `outbox relay`. */
  constructor(part: string) {
    this.#part = part
  }

  failed(error: unknown, message: string): void {
    const instant = monotonicMs()
    this.#failures++
    if (this.#since !== undefined && instant - this.#loggedAt < MINUTE_MS) return
    const fields = this.#since === undefined ? {} : { failures: this.#failures }
    this.#since ??= instant
    this.#loggedAt = instant
    log.warn({ error: describeError(error), ...fields }, `${this.#part}: ${message}`)
  }

  succeeded(): void {
    if (this.#since === undefined) return
    const seconds = Math.round((monotonicMs() - this.#since) / 1000)
    log.info({ seconds, failures: this.#failures }, `${this.#part}: works again`)
    this.#since = undefined
    this.#failures = 0
  }
}
