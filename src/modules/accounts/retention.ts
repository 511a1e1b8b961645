import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteOldCodes } from './one-time-code-queries.ts'

/** Longer than the 24 hours of the send limit, whose counter is in the same row. */
const CODE_RETENTION_MS = 2 * DAY_MS

export async function runAccountRetention(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = addMs(now, -CODE_RETENTION_MS)
  await deleteInBatches('one_time_code', (limit) => deleteOldCodes(db, before, limit), { signal })
}
