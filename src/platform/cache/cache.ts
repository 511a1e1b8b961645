import { monotonicMs } from '../clock.ts'

interface CacheOptions {
  /** The oldest entry is evicted when there are more. */
  maxSize: number
  /** Without it, entries stay until they are evicted or deleted. */
  ttlMs?: number
}

interface Entry<Value> {
  value: Value | Promise<Value>
  at: number
}

/** An in-memory cache of this process: bounded, with an optional time to live, and one load at a time for each key. */
export class Cache<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #maxSize: number
  readonly #ttlMs: number

  constructor({ maxSize, ttlMs = Number.POSITIVE_INFINITY }: CacheOptions) {
    this.#maxSize = maxSize
    this.#ttlMs = ttlMs
  }

  /** Returns undefined for an unknown or expired entry, and while a value is being loaded. */
  get(key: Key): Value | undefined {
    const value = this.#fresh(key)?.value
    return value instanceof Promise ? undefined : value
  }

  set(key: Key, value: Value): void {
    this.#put(key, { value, at: monotonicMs() })
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }

  /**
   * Returns the cached value, without a promise once it is loaded; otherwise loads it. Concurrent calls share one load,
   * a failed load is not cached, and the age of a value counts from the start of its load. The entry becomes the newest.
   */
  load(key: Key, read: () => Promise<Value>): Value | Promise<Value> {
    const cached = this.#fresh(key)
    if (cached) {
      this.#put(key, cached)
      return cached.value
    }
    const entry: Entry<Value> = { value: read(), at: monotonicMs() }
    this.#put(key, entry)
    const loading = entry.value as Promise<Value>
    loading.then(
      (value) => {
        entry.value = value
      },
      () => {
        if (this.#entries.get(key) === entry) this.#entries.delete(key)
      },
    )
    return loading
  }

  /** A clock that was set back ends the life of an entry too. */
  #fresh(key: Key): Entry<Value> | undefined {
    const entry = this.#entries.get(key)
    if (!entry || this.#ttlMs === Number.POSITIVE_INFINITY) return entry
    const age = monotonicMs() - entry.at
    return age >= 0 && age < this.#ttlMs ? entry : undefined
  }

  #put(key: Key, entry: Entry<Value>): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size <= this.#maxSize) return
    const [oldest] = this.#entries.keys()
    this.#entries.delete(oldest!)
  }
}
