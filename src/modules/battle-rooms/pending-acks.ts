/** Acknowledgements that wait until the inputs before them are committed, in order. */
export class PendingAcks {
  readonly #waiting: { afterInput: number; send: () => void }[] = []
  #appended = 0
  #stored = 0

  /** An input was given to the journal. */
  onAppended(): void {
    this.#appended++
  }

  /** The oldest input that was not committed is committed now. */
  onStored(): void {
    this.#stored++
    this.#sendDue()
  }

  /** Calls `send` when all inputs so far are committed: immediately if they already are. */
  add(send: () => void): void {
    this.#waiting.push({ afterInput: this.#appended, send })
    this.#sendDue()
  }

  clear(): void {
    this.#waiting.length = 0
  }

  #sendDue(): void {
    while (this.#waiting[0] && this.#waiting[0].afterInput <= this.#stored) this.#waiting.shift()!.send()
  }
}
