import { monotonicMs } from '../clock.ts'
import {
  intervalOf,
  type RateLimitPolicy,
  type RateLimitResult,
  type RateLimitStore,
  resultOf,
} from './rate-limit.ts'

const KEYS_LIMIT = 200_000
/** Eviction scans all keys, so it removes many in one run. */
const KEYS_AFTER_EVICTION = 180_000

/** For the general limit: a count per process is enough there and needs no round trip. */
export class MemoryRateLimitStore implements RateLimitStore {
  readonly #arrivals = new Map<string, number>()

  take(policy: RateLimitPolicy, key: string): RateLimitResult {
    // The buckets do not outlive the process, and a correction of the wall clock must not empty or lock them.
    const instant = Math.round(monotonicMs() * 1_000)
    const { interval, window } = intervalOf(policy)
    const bucket = `${policy.name}:${key}`
    const stored = this.#arrivals.get(bucket) ?? 0
    const arrival = stored > instant + window ? instant : Math.max(stored, instant)
    if (arrival + interval - instant > window) return resultOf(policy, false, arrival, instant)
    if (this.#arrivals.size >= KEYS_LIMIT) this.#evict(instant)
    this.#arrivals.set(bucket, arrival + interval)
    return resultOf(policy, true, arrival + interval, instant)
  }

  refill(policy: RateLimitPolicy, key: string): void {
    this.#arrivals.delete(`${policy.name}:${key}`)
  }

  returnToken(policy: RateLimitPolicy, key: string): void {
    const bucket = `${policy.name}:${key}`
    const arrival = this.#arrivals.get(bucket)
    if (arrival !== undefined) this.#arrivals.set(bucket, arrival - intervalOf(policy).interval)
  }

  /** Deletes full buckets, which need no entry; if too many remain, evicts those that were added first. */
  #evict(instant: number): void {
    for (const [bucket, arrival] of this.#arrivals) if (arrival <= instant) this.#arrivals.delete(bucket)
    for (const bucket of this.#arrivals.keys()) {
      if (this.#arrivals.size <= KEYS_AFTER_EVICTION) return
      this.#arrivals.delete(bucket)
    }
  }
}
