import { refusals } from '../errors.ts'
import type { LimitOutcome, LimitPolicy, LimitStore } from './limit.ts'
import { MemoryLimits } from './memory.ts'

/** The general limit in memory, the strict ones in a store that outlives the process. */
export class Limits {
  readonly #general: LimitPolicy
  readonly #memory = new MemoryLimits()
  readonly #strict: LimitStore
  readonly #enabled: boolean

  constructor(options: { enabled: boolean; general: LimitPolicy; strict: LimitStore }) {
    this.#enabled = options.enabled
    this.#general = options.general
    this.#strict = options.strict
  }

  /** Writes the RateLimit headers into `headers`, whether it allows or refuses. */
  takeGeneral(key: string, headers: Record<string, string>): void {
    if (!this.#enabled) return
    const outcome = this.#memory.take(this.#general, key)
    headers['ratelimit-policy'] =
      `"${this.#general.name}";q=${this.#general.count};w=${this.#general.windowSeconds}`
    headers.ratelimit = `"${this.#general.name}";r=${outcome.remaining};t=${outcome.resetSeconds}`
    refuseWhenEmpty(outcome)
  }

  async takeStrict(policy: LimitPolicy, key: string): Promise<void> {
    if (!this.#enabled) return
    refuseWhenEmpty(await this.#strict.take(policy, key))
  }

  async refillStrict(policy: LimitPolicy, key: string): Promise<void> {
    if (this.#enabled) await this.#strict.refill(policy, key)
  }
}

function refuseWhenEmpty(outcome: LimitOutcome): void {
  if (!outcome.allowed) throw refusals.rate_limited({ retryAfterSeconds: outcome.resetSeconds })
}
