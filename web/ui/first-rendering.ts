let waiting: (() => void)[] | undefined

/**
 * The first rendering of an application that is divided into short tasks. The router cannot navigate during it: it would wait for a
 * component that is not mounted yet.
 */
export const firstRendering = {
  begin(): void {
    waiting = []
  },
  /** Called when everything is on the screen. */
  end(): void {
    const callbacks = waiting ?? []
    waiting = undefined
    for (const callback of callbacks) callback()
  },
  /** Calls back after the first rendering if it has begun, otherwise now. */
  after(callback: () => void): void {
    if (waiting) waiting.push(callback)
    else callback()
  },
}
