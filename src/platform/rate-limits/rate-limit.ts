import { testInstantMs } from '../clock.ts'
import { sha256 } from '../secrets.ts'

/**
 * A bucket of `count` tokens that refills evenly in `windowSeconds`: bursts up to `count`, and `count` per
 * window in the long run. The configuration format is `count/seconds`.
 */
export interface RateLimitPolicy {
  name: string
  count: number
  windowSeconds: number
}

export interface RateLimitResult {
  allowed: boolean
  remaining: number
  /** Time until the next request is allowed if refused; time until the bucket is full if allowed. */
  resetSeconds: number
}

/** Stores one bucket for each policy and key. */
export interface RateLimitStore {
  /** Takes one token from the bucket, atomically. */
  take(policy: RateLimitPolicy, key: string): Promise<RateLimitResult> | RateLimitResult
  /** Refills the bucket after a successful attempt. */
  refill(policy: RateLimitPolicy, key: string): Promise<void> | void
  /** Returns one token. */
  returnToken(policy: RateLimitPolicy, key: string): Promise<void> | void
}

/**
 * GCRA, a token bucket with one number per key: the theoretical arrival time in microseconds. Each allowed
 * request adds one interval to it, or to the current time if that is later. A request is refused if the sum
 * would be more than a window after the current time. A stored time that is more than a window away can only come from
 * a clock that was stepped back since; it counts as an unused bucket, because it would refuse all requests until then.
 */
export function intervalOf(policy: RateLimitPolicy): { interval: number; window: number } {
  const window = policy.windowSeconds * 1_000_000
  return { interval: Math.max(1, Math.floor(window / policy.count)), window }
}

/**
 * The instant for a store that uses the clock of its server, so that all processes share one clock: null, or the time
 * that a test has set.
 */
export function givenInstant(): number | null {
  const instant = testInstantMs()
  return instant === undefined ? null : Math.round(instant * 1_000)
}

/** Name of the bucket. Contains only a hash of the key, because buckets outlive erased accounts. */
export function bucketOf({ name }: RateLimitPolicy, key: string): string {
  return `${name}:${sha256(key).toString('base64url')}`
}

/** `arrival` is the stored time: after this request if allowed, before it if refused. */
export function resultOf(
  policy: RateLimitPolicy,
  allowed: boolean,
  arrival: number,
  instant: number,
): RateLimitResult {
  const { interval, window } = intervalOf(policy)
  if (!allowed) {
    return {
      allowed,
      remaining: 0,
      resetSeconds: Math.max(1, Math.ceil((arrival + interval - window - instant) / 1_000_000)),
    }
  }
  return {
    allowed,
    remaining: Math.max(0, Math.floor((window - (arrival - instant)) / interval)),
    resetSeconds: Math.ceil((arrival - instant) / 1_000_000),
  }
}
