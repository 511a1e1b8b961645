/** The timers of the program. It has ended when none of them is left. */
export class PendingTimers {
  readonly #timers = new Set<unknown>()
  #onIdle: (() => void) | undefined

  /** Replaces the timer functions, so that they are counted. `onError` receives what a callback throws. */
  install(scope: typeof globalThis, onError: (error: unknown) => void): void {
    const { setTimeout, setInterval, clearTimeout, clearInterval } = scope
    const call = (callback: unknown, given: unknown[]) => {
      try {
        if (typeof callback === 'function') callback(...given)
      } catch (error) {
        onError(error)
      }
    }
    const clear = (id: Parameters<typeof clearTimeout>[0]) => {
      clearTimeout.call(scope, id)
      clearInterval.call(scope, id)
      this.#remove(id)
    }
    Object.assign(scope, {
      setTimeout: (callback: unknown, ms?: number, ...given: unknown[]) => {
        const id = setTimeout.call(
          scope,
          () => {
            call(callback, given)
            this.#remove(id)
          },
          ms,
        )
        this.#timers.add(id)
        return id
      },
      setInterval: (callback: unknown, ms?: number, ...given: unknown[]) => {
        const id = setInterval.call(scope, () => call(callback, given), ms)
        this.#timers.add(id)
        return id
      },
      clearTimeout: clear,
      clearInterval: clear,
    })
  }

  /** `settle` lets promises go on, which may start other timers. */
  async untilNoneIsLeft(settle: () => Promise<void>): Promise<void> {
    do {
      if (this.#timers.size > 0)
        await new Promise<void>((resolve) => {
          this.#onIdle = resolve
        })
      await settle()
    } while (this.#timers.size > 0)
  }

  #remove(id: unknown): void {
    this.#timers.delete(id)
    if (this.#timers.size === 0) this.#onIdle?.()
  }
}
