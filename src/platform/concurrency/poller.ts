/**
 * Sleep and wake-up of a polling loop. The loop calls `beginRound` before it polls and `sleep` when it found
 * nothing. A `wake` during a round skips the next sleep, so new work never waits for the full interval.
 */
export class Poller {
  #running: Promise<void> | undefined
  #isStopped = false
  #isWoken = false
  #endSleep: (() => void) | undefined

  get isStopped(): boolean {
    return this.#isStopped
  }

  start(loop: () => Promise<void>): void {
    this.#running = loop()
  }

  beginRound(): void {
    this.#isWoken = false
  }

  wake(): void {
    this.#isWoken = true
    this.#endSleep?.()
  }

  async sleep(milliseconds: number): Promise<void> {
    if (this.#isStopped || this.#isWoken) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#endSleep = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#endSleep = undefined
  }

  /** A sleep that only `stop` ends, for a loop that must slow down although there is work. */
  async pause(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    for (let leftMs = milliseconds; leftMs > 0 && !this.#isStopped; leftMs = end - performance.now()) {
      this.beginRound()
      await this.sleep(leftMs)
    }
  }

  /** Ends the current sleep and resolves when the loop has returned. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endSleep?.()
    await this.#running
  }
}
