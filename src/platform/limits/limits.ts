import { refusals } from '../errors.ts'
import { tally } from '../metrics.ts'
import type { LimitOutcome, LimitPolicy, LimitStore } from './limit.ts'
import { MemoryLimits } from './memory.ts'

const countRefused = tally('lyceum_limits_refused_total', 'Requests over a limit, by its name', 'limit')

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
    refuseWhenEmpty(this.#general, outcome)
  }

  async takeStrict(policy: LimitPolicy, key: string): Promise<void> {
    if (!this.#enabled) return
    refuseWhenEmpty(policy, await this.#strict.take(policy, key))
  }

  /** The same as a question, where there is something better than a refusal. */
  async mayTakeStrict(policy: LimitPolicy, key: string): Promise<boolean> {
    return !this.#enabled || (await this.#strict.take(policy, key)).allowed
  }

  async refillStrict(policy: LimitPolicy, key: string): Promise<void> {
    if (this.#enabled) await this.#strict.refill(policy, key)
  }

  /** For what was no guess: unlike a refill it leaves those counted that were. */
  async giveBackStrict(policy: LimitPolicy, key: string): Promise<void> {
    if (this.#enabled) await this.#strict.giveBack(policy, key)
  }
}

function refuseWhenEmpty(policy: LimitPolicy, outcome: LimitOutcome): void {
  if (outcome.allowed) return
  countRefused(policy.name)
  throw refusals.rate_limited({ retryAfterSeconds: outcome.resetSeconds })
}
