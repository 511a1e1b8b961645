import { log } from './log.ts'
import { counter } from './metrics.ts'

/** So few at once that nobody waits for it. */
const BATCH = 500
/** So many in one turn: then the other tables have theirs. */
const MOST = 100_000
/** In which others get at the disk. */
const PAUSE_MS = 10

const prunedRows = counter('lyceum_pruned_rows_total', 'Rows that were deleted because they were old', [
  'table',
])

export interface PruneOptions {
  signal?: AbortSignal | undefined
  batch?: number
  most?: number
  /** Goes on beyond `most` for so long: for what may grow faster than one turn of it takes away. */
  longestMs?: number
  pauseMs?: number
}

/**
 * Deletes what is old, a little at a time and each little by itself, and says how many rows went. `deleteSome` takes
 * as many as it is told, passes over rows that somebody has in hand, and says how many it got.
 */
export async function prune(
  table: string,
  deleteSome: (limit: number) => Promise<number>,
  { signal, batch = BATCH, most = MOST, longestMs = 0, pauseMs = PAUSE_MS }: PruneOptions = {},
): Promise<number> {
  const until = performance.now() + longestMs
  for (let gone = 0; ; ) {
    const limit = gone < most ? Math.min(batch, most - gone) : batch
    const count = await deleteSome(limit)
    gone += count
    prunedRows.inc({ table }, count)
    if (count < limit || signal?.aborted) return gone
    if (gone >= most && performance.now() >= until) {
      log.info({ table, gone }, 'prune: more is left for the next run')
      return gone
    }
    await Bun.sleep(pauseMs)
  }
}
