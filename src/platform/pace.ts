/**
 * Lets work begin at most every so many milliseconds: `await turn()` before each. What comes alone begins at once;
 * where much comes, it waits for what is left of that time, and more of it can be done together.
 */
export function paced(everyMs: number): () => Promise<void> {
  let begunAt = Number.NEGATIVE_INFINITY
  return async () => {
    const earlyMs = begunAt + everyMs - performance.now()
    if (earlyMs > 0) await Bun.sleep(earlyMs)
    begunAt = performance.now()
  }
}
