/** Things that are costly to make and always come out the same, the last few of them. */
export class LruCache<Value> {
  readonly #entries = new Map<string, Promise<Value>>()
  readonly #maxSize: number

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** Made once, however many ask for it at the same time. What failed is not remembered. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#entries.get(key)
    if (known) return known
    const made = make()
    this.#entries.set(key, made)
    made.catch(() => this.#entries.delete(key))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#maxSize) this.#entries.delete(oldest!)
    return made
  }
}
