import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteExpiredQuotes } from './quotes/queries.ts'

/** Deletes unused quotes one day after they expire. */
export async function applyQuoteRetention(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = addMs(now, -DAY_MS)
  await deleteInBatches('payment_quote', (limit) => deleteExpiredQuotes(db, before, limit), { signal })
}
