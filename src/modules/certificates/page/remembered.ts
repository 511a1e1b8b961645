/** Things that are costly to make and always come out the same, the last few of them. */
export class Remembered<Value> {
  readonly #held = new Map<string, Promise<Value>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Made once, however many ask for it at the same time. What failed is not remembered. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#held.get(key)
    if (known) return known
    const made = make()
    this.#held.set(key, made)
    made.catch(() => this.#held.delete(key))
    const [eldest] = this.#held.keys()
    if (this.#held.size > this.#most) this.#held.delete(eldest!)
    return made
  }
}
