import { commonErrors } from '../errors.ts'
import { fastCounter } from '../metrics.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { RateLimitPolicy, RateLimitResult, RateLimitStore } from './rate-limit.ts'

const countRejected = fastCounter(
  'lyceum_rate_limited_total',
  'Requests above a rate limit, by its name',
  'limit',
)

/** The general limit in memory, the strict ones in a shared store. */
export class RateLimits {
  readonly #general: RateLimitPolicy
  readonly #memory = new MemoryRateLimitStore()
  readonly #strict: RateLimitStore
  readonly #enabled: boolean

  constructor(options: { enabled: boolean; general: RateLimitPolicy; strict: RateLimitStore }) {
    this.#enabled = options.enabled
    this.#general = options.general
    this.#strict = options.strict
  }

  /** Writes the RateLimit headers into `headers`, whether the request is allowed or refused. */
  takeGeneral(key: string, headers: Record<string, string>): void {
    if (!this.#enabled) return
    const result = this.#memory.take(this.#general, key)
    headers['ratelimit-policy'] =
      `"${this.#general.name}";q=${this.#general.count};w=${this.#general.windowSeconds}`
    headers.ratelimit = `"${this.#general.name}";r=${result.remaining};t=${result.resetSeconds}`
    rejectWhenEmpty(this.#general, result)
  }

  /** Returns a token for a request that turned out to be another caller's. */
  returnGeneral(key: string): void {
    if (this.#enabled) this.#memory.returnToken(this.#general, key)
  }

  async takeStrict(policy: RateLimitPolicy, key: string): Promise<void> {
    if (!this.#enabled) return
    rejectWhenEmpty(policy, await this.#strict.take(policy, key))
  }

  /** Returns false instead of throwing, for callers that can do without. */
  async tryTakeStrict(policy: RateLimitPolicy, key: string): Promise<boolean> {
    return !this.#enabled || (await this.#strict.take(policy, key)).allowed
  }

  async refillStrict(policy: RateLimitPolicy, key: string): Promise<void> {
    if (this.#enabled) await this.#strict.refill(policy, key)
  }

  /** Returns a token for a request that was no guess; unlike a refill, earlier guesses stay counted. */
  async returnTokenStrict(policy: RateLimitPolicy, key: string): Promise<void> {
    if (this.#enabled) await this.#strict.returnToken(policy, key)
  }
}

function rejectWhenEmpty(policy: RateLimitPolicy, result: RateLimitResult): void {
  if (result.allowed) return
  countRejected(policy.name)
  throw commonErrors.rate_limited({ retryAfterSeconds: result.resetSeconds })
}
