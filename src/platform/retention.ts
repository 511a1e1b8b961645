import { log } from './log.ts'
import { counter } from './metrics.ts'

/** So few at once that nobody waits for it. */
const BATCH_SIZE = 500
/** So many in one turn: then the other tables have theirs. */
const MAX_ROWS = 100_000
/** In which others get at the disk. */
const PAUSE_MS = 10

const deletedRowsTotal = counter(
  'lyceum_retention_deleted_rows_total',
  'Rows that were deleted because they were old',
  ['table'],
)

export interface DeleteOptions {
  signal?: AbortSignal | undefined
  batchSize?: number
  maxRows?: number
  /** Goes on beyond `most` for so long: for what may grow faster than one turn of it takes away. */
  maxMs?: number
  pauseMs?: number
}

/**
 * Deletes old rows in small batches, each in its own statement, and returns the number of deleted rows.
 * `deleteBatch` deletes at most `limit` rows, skips locked rows, and returns how many it deleted.
 */
export async function deleteInBatches(
  table: string,
  deleteBatch: (limit: number) => Promise<number>,
  { signal, batchSize = BATCH_SIZE, maxRows = MAX_ROWS, maxMs = 0, pauseMs = PAUSE_MS }: DeleteOptions = {},
): Promise<number> {
  const until = performance.now() + maxMs
  for (let deletedRows = 0; ; ) {
    const limit = deletedRows < maxRows ? Math.min(batchSize, maxRows - deletedRows) : batchSize
    const count = await deleteBatch(limit)
    deletedRows += count
    deletedRowsTotal.inc({ table }, count)
    if (count < limit || signal?.aborted) return deletedRows
    if (deletedRows >= maxRows && performance.now() >= until) {
      log.info({ table, deletedRows }, 'retention: row limit reached; continuing in the next run')
      return deletedRows
    }
    await Bun.sleep(pauseMs)
  }
}
