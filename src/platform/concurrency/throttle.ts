/**
 * Limits how often work starts: callers await the returned function before each start. A single call starts
 * immediately; under load a call waits for the rest of the interval, so that more work fits into one batch.
 */
export function createThrottle(minIntervalMs: number): () => Promise<void> {
  let lastStartedAt = Number.NEGATIVE_INFINITY
  return async () => {
    const remainingMs = lastStartedAt + minIntervalMs - performance.now()
    if (remainingMs > 0) await Bun.sleep(remainingMs)
    lastStartedAt = performance.now()
  }
}
