/** Runs all concurrently; returns how many succeeded and the refusals of the others by code. */
export async function collectOutcomes(
  operations: Promise<unknown>[],
): Promise<{ done: number; refused: Record<string, number> }> {
  const refused: Record<string, number> = {}
  let done = 0
  for (const outcome of await Promise.allSettled(operations)) {
    if (outcome.status === 'fulfilled') done++
    else {
      const code = outcome.reason?.code ?? String(outcome.reason)
      refused[code] = (refused[code] ?? 0) + 1
    }
  }
  return { done, refused }
}

/** Blocks every caller until `size` callers have arrived, so that an unsafe control fails every time. */
export function createBarrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived++
    if (arrived === size) resolve()
    return promise
  }
}
