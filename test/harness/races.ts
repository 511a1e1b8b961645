/** Runs all at once, and says how many got through and which refusals the others got. */
export async function outcomesOf(
  works: Promise<unknown>[],
): Promise<{ done: number; refused: Record<string, number> }> {
  const refused: Record<string, number> = {}
  let done = 0
  for (const outcome of await Promise.allSettled(works)) {
    if (outcome.status === 'fulfilled') done++
    else {
      const code = outcome.reason?.code ?? String(outcome.reason)
      refused[code] = (refused[code] ?? 0) + 1
    }
  }
  return { done, refused }
}

/** Lets nobody go on until so many have come: what a naive twin loses, it then loses every time. */
export function createMeeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let present = 0
  return () => {
    present++
    if (present === size) resolve()
    return promise
  }
}
