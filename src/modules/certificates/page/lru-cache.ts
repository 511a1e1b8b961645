/** Caches results that are expensive to compute and never change. Evicts the least recently used one. */
export class LruCache<Value> {
  readonly #entries = new Map<string, Promise<Value>>()
  readonly #maxSize: number

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Concurrent calls with the same key share one computation. A failed computation is not cached. */
  get(key: string, compute: () => Promise<Value>): Promise<Value> {
    const cached = this.#entries.get(key)
    const value = cached ?? compute()
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (cached) return value
    value.catch(() => this.#entries.delete(key))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#maxSize) this.#entries.delete(oldest!)
    return value
  }
}
