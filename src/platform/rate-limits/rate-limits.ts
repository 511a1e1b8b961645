import { commonErrors } from '../errors.ts'
import { fastCounter } from '../metrics.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { RateLimitPolicy, RateLimitResult, RateLimitStore } from './rate-limit.ts'

const countRejected = fastCounter(
  'lyceum_rate_limited_total',
  'Requests above a rate limit, by its name',
  'limit',
)

const TOO_MANY_KEYS =
  'Too many new Idempotency-Keys. Wait for the time in Retry-After, or send the request without a key.'

/** The general limit in memory, the strict ones in a shared store. */
export class RateLimits {
  readonly #general: () => RateLimitPolicy
  readonly #memory = new MemoryRateLimitStore()
  /** Separate, because these buckets stay for a day and would evict those of the general limit. */
  readonly #keys = new MemoryRateLimitStore()
  readonly #strict: RateLimitStore
  readonly #enabled: boolean

  constructor(options: {
    enabled: boolean
    /** A function if the limit may change while the process runs. */
    general: RateLimitPolicy | (() => RateLimitPolicy)
    strict: RateLimitStore
  }) {
    const { general } = options
    this.#enabled = options.enabled
    this.#general = typeof general === 'function' ? general : () => general
    this.#strict = options.strict
  }

  /** Writes the RateLimit headers into `headers`, whether the request is allowed or refused. */
  takeGeneral(key: string, headers: Record<string, string>): void {
    if (!this.#enabled) return
    const policy = this.#general()
    const result = this.#memory.take(policy, key)
    headers['ratelimit-policy'] = `"${policy.name}";q=${policy.count};w=${policy.windowSeconds}`
    headers.ratelimit = `"${policy.name}";r=${result.remaining};t=${result.resetSeconds}`
    rejectWhenEmpty(policy, result)
  }

  /** Returns a token for a request that turned out to be another caller's. */
  returnGeneral(key: string): void {
    if (this.#enabled) this.#memory.returnToken(this.#general(), key)
  }

  /** The limit of new idempotency keys of an owner, in memory: a round trip for each keyed request would be too slow. */
  keyLimit(policy: RateLimitPolicy, owner: string): { take(): void; giveBack(): void } {
    return {
      take: () => {
        if (!this.#enabled) return
        rejectWhenEmpty(policy, this.#keys.take(policy, owner), TOO_MANY_KEYS)
      },
      giveBack: () => {
        if (this.#enabled) this.#keys.returnToken(policy, owner)
      },
    }
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

function rejectWhenEmpty(policy: RateLimitPolicy, result: RateLimitResult, message?: string): void {
  if (result.allowed) return
  countRejected(policy.name)
  const retryAfterSeconds = result.resetSeconds
  throw commonErrors.rate_limited(message ? { message, retryAfterSeconds } : { retryAfterSeconds })
}
