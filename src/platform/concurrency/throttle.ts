/**
 * Lets work begin at most every so many milliseconds: `await turn()` before each. What comes alone begins at once;
 * where much comes, it waits for what is left of that time, and more of it can be done together.
 */
export function createThrottle(minIntervalMs: number): () => Promise<void> {
  let lastStartedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const remainingMs = lastStartedAt + minIntervalMs - performance.now()
    if (remainingMs > 0) await Bun.sleep(remainingMs)
    lastStartedAt = performance.now()
  }
}
