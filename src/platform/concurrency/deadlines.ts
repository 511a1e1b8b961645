/** A deadline that can be changed while a caller waits for it. */
export interface Deadline {
  at: number
}

/**
 * Rejects promises that take too long, without a timer for each: one periodic sweep checks all of them. It
 * may be late by one sweep interval, which is fine for limits of seconds.
 */
export class Deadlines {
  readonly #open = new Set<Entry>()
  readonly #sweepMs: number
  /** Runs only while a promise is open, so that it does not wake an idle process. */
  #sweeper: Timer | undefined
  #isClosed = false

  constructor(sweepMs = 500) {
    this.#sweepMs = sweepMs
  }

  /**
   * Settles as `started` does, or rejects with `createError()` after the limit. `onSettled` runs when
   * `started` settles, even after the limit.
   */
  watch<Result>(
    started: PromiseLike<Result>,
    limit: number | Deadline,
    createError: () => Error,
    onSettled?: () => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const deadline = typeof limit === 'number' ? { at: performance.now() + limit } : limit
      const entry: Entry = { deadline, rejectAsLate: () => reject(createError()) }
      this.#open.add(entry)
      if (!this.#sweeper && !this.#isClosed) this.#startSweeper()
      started.then(
        (result) => {
          this.#open.delete(entry)
          onSettled?.()
          resolve(result)
        },
        (error) => {
          this.#open.delete(entry)
          onSettled?.()
          reject(error)
        },
      )
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopSweeper()
  }

  #startSweeper(): void {
    this.#sweeper = setInterval(() => this.#sweep(), this.#sweepMs)
    this.#sweeper.unref()
  }

  #stopSweeper(): void {
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }

  #sweep(): void {
    if (this.#open.size === 0) {
      this.#stopSweeper()
      return
    }
    const instant = performance.now()
    for (const entry of this.#open) {
      if (entry.deadline.at > instant) continue
      this.#open.delete(entry)
      entry.rejectAsLate()
    }
  }
}

interface Entry {
  deadline: Deadline
  rejectAsLate: () => void
}
