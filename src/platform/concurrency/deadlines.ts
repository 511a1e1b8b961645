/** A deadline that can be changed while a caller waits for it. */
export interface Deadline {
  at: number
}

/**
 * Rejects promises that take too long, without a timer for each: one timer, for the earliest deadline, checks all of them. It
 * may be late by one sweep interval, which is fine for limits of seconds.
 */
export class Deadlines {
  readonly #open = new Set<Entry>()
  readonly #sweepMs: number
  /** There is one only while a promise is open. A job may run for hours, and must not wake an idle process meanwhile. */
  #timer: Timer | undefined
  #timerAt = Number.POSITIVE_INFINITY
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
      const isFixed = typeof limit === 'number'
      const deadline = isFixed ? { at: performance.now() + limit } : limit
      const entry: Entry = { deadline, isFixed, rejectAsLate: () => reject(createError()) }
      this.#open.add(entry)
      this.#check(entry)
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
    this.#stopTimer()
  }

  /** Lets the timer fire when the entry is late, unless it fires earlier. A deadline that can be changed is checked at each interval. */
  #check({ deadline, isFixed }: Entry): void {
    // The common case: the deadlines of later promises are later.
    if (isFixed && deadline.at >= this.#timerAt) return
    const soonest = performance.now() + this.#sweepMs
    const at = isFixed ? Math.max(deadline.at, soonest) : soonest
    if (at >= this.#timerAt || this.#isClosed) return
    this.#stopTimer()
    this.#timerAt = at
    // A timer may fire a fraction of a millisecond early, which would cost another interval.
    this.#timer = setTimeout(() => this.#sweep(), Math.ceil(at - performance.now()) + 1)
    this.#timer.unref()
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  #sweep(): void {
    this.#stopTimer()
    const instant = performance.now()
    let earliest: Entry | undefined
    for (const entry of this.#open) {
      if (entry.deadline.at <= instant) {
        this.#open.delete(entry)
        entry.rejectAsLate()
      } else if (
        !earliest ||
        !entry.isFixed ||
        (earliest.isFixed && entry.deadline.at < earliest.deadline.at)
      ) {
        earliest = entry
      }
    }
    if (earliest) this.#check(earliest)
  }
}

interface Entry {
  deadline: Deadline
  isFixed: boolean
  rejectAsLate: () => void
}
