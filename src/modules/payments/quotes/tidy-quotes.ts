import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prune } from '../../../platform/prune.ts'
import { deleteOldQuotes } from './queries.ts'

/** Quotes that nobody used are of no interest to anybody a day later. */
export async function tidyQuotes(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = later(now, -DAY_MS)
  await prune('payment_quote', (limit) => deleteOldQuotes(db, before, limit), { signal })
}
