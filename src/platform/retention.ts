import { log } from './log.ts'
import { counter } from './metrics.ts'

/** Small, so that no request waits for a batch. */
const BATCH_SIZE = 500
/** The row limit of one run, so that all tables get their turn. */
const MAX_ROWS = 100_000
/** A pause for other disk access. */
const PAUSE_MS = 10

const deletedRowsTotal = counter('lyceum_retention_deleted_rows_total', 'Rows deleted by retention', [
  'table',
])

export interface DeleteOptions {
  signal?: AbortSignal | undefined
  batchSize?: number
  maxRows?: number
  /** Continues beyond `maxRows` for this time, for tables that may grow faster than one run deletes. */
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
