import {
  instantMicroseconds,
  intervalOf,
  type LimitOutcome,
  type LimitPolicy,
  type LimitStore,
  outcomeOf,
} from './limit.ts'

const KEYS_LIMIT = 200_000
/** Forgetting walks through all keys, so it makes room for many at once. */
const KEYS_LEFT = 180_000

/** For the general limit: one process's own view is enough there, and it costs no round trip. */
export class MemoryLimits implements LimitStore {
  readonly #arrivals = new Map<string, number>()

  take(policy: LimitPolicy, key: string): LimitOutcome {
    const instant = instantMicroseconds()
    const { interval, window } = intervalOf(policy)
    const bucket = `${policy.name}:${key}`
    const arrival = Math.max(this.#arrivals.get(bucket) ?? 0, instant)
    if (arrival + interval - instant > window) return outcomeOf(policy, false, arrival, instant)
    if (this.#arrivals.size >= KEYS_LIMIT) this.#forget(instant)
    this.#arrivals.set(bucket, arrival + interval)
    return outcomeOf(policy, true, arrival + interval, instant)
  }

  refill(policy: LimitPolicy, key: string): void {
    this.#arrivals.delete(`${policy.name}:${key}`)
  }

  giveBack(policy: LimitPolicy, key: string): void {
    const bucket = `${policy.name}:${key}`
    const arrival = this.#arrivals.get(bucket)
    if (arrival !== undefined) this.#arrivals.set(bucket, arrival - intervalOf(policy).interval)
  }

  /** Full buckets need no row; when all are in use, the oldest entries go. */
  #forget(instant: number): void {
    for (const [bucket, arrival] of this.#arrivals) if (arrival <= instant) this.#arrivals.delete(bucket)
    for (const bucket of this.#arrivals.keys()) {
      if (this.#arrivals.size <= KEYS_LEFT) return
      this.#arrivals.delete(bucket)
    }
  }
}
