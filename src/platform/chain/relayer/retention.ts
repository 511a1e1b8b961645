import { addMs, DAY_MS } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import { deleteInBatches } from '../../retention.ts'
import { deleteExpiredAttemptRows } from './queries.ts'

const RETENTION_DAYS = 30

/** Deletes the signed bytes of old outcomes, because they are large and no longer needed. The outcome stays. */
export async function deleteExpiredAttempts(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = addMs(now, -RETENTION_DAYS * DAY_MS)
  await deleteInBatches('chain_attempt', (limit) => deleteExpiredAttemptRows(db, before, limit), { signal })
}
