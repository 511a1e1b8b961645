import { addMs, DAY_MS } from './clock.ts'
import type { Config } from './config/config.ts'
import type { AutocommitDb } from './db/database.ts'
import { runText } from './db/statement-text.ts'
import { log } from './log.ts'
import { counter } from './metrics.ts'

interface RetainedTable {
  table: string
  keepDays: number | ((config: Config) => number)
  /** Continues beyond the row limit of a run for this time, for tables that may grow faster than one run deletes. */
  maxMs?: number
}

/** Deletes rows whose `column` is older than `keepDays`. An index starts with the column. */
export interface OldRows extends RetainedTable {
  column: string
  /** Compares days in UTC, for a column of type `date`. */
  isDate?: boolean
  /** Compares with the clock of the database, because it set the column and other statements rely on it. */
  usesDatabaseClock?: boolean
  /** Deletes only these rows. */
  where?: string
}

/** Deletes at most `limit` rows that are older than `before`, skips locked rows, and returns how many. */
type DeleteBatch = (autocommitDb: AutocommitDb, before: Date, limit: number) => Promise<number>

/** What a module declares about rows that are deleted when they are old: data, or one statement of its own. */
export type RetentionRule = OldRows | (RetainedTable & { deleteBatch: DeleteBatch })

/** Small, so that no request waits for a batch. */
const BATCH_SIZE = 500
/** The row limit of one run, so that all tables get their turn. */
const MAX_ROWS = 100_000
/** A pause for other disk access. */
const PAUSE_MS = 10

const deletedRowsTotal = counter('lyceum_retention_deleted_rows_total', 'Rows deleted by retention', [
  'table',
])

interface DeleteOptions {
  signal?: AbortSignal | undefined
  batchSize?: number
  maxRows?: number
  maxMs?: number | undefined
  pauseMs?: number
}

/** Applies one rule in batches and returns the number of deleted rows. */
export function applyRetention(
  autocommitDb: AutocommitDb,
  rule: RetentionRule,
  { config, now, ...options }: DeleteOptions & { config: Config; now: Date },
): Promise<number> {
  const { table, keepDays, maxMs } = rule
  const days = typeof keepDays === 'number' ? keepDays : keepDays(config)
  const before = addMs(now, -days * DAY_MS)
  const deleteBatch = (limit: number) =>
    'deleteBatch' in rule
      ? rule.deleteBatch(autocommitDb, before, limit)
      : deleteOldRows(autocommitDb, rule, { days, before, limit })
  return deleteInBatches(table, deleteBatch, { maxMs, ...options })
}

async function deleteOldRows(
  autocommitDb: AutocommitDb,
  { table, column, isDate, usesDatabaseClock, where }: OldRows,
  { days, before, limit }: { days: number; before: Date; limit: number },
): Promise<number> {
  const oldest = usesDatabaseClock ? 'now() - make_interval(days => $1)' : isDate ? '$1::date' : '$1'
  const age = usesDatabaseClock ? days : isDate ? before.toISOString().slice(0, 10) : before
  const text = `
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${column} < ${oldest} ${where ? `and ${where}` : ''}
      order by ${column} limit $2 for update skip locked
    )) returning 1`
  return (await runText(autocommitDb, text, [age, limit])).length
}

/** Deletes rows in small batches, each in its own statement, and returns the number of deleted rows. */
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
