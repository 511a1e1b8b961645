import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { deleteOldQuotes } from './queries.ts'

/** Quotes that nobody used are of no interest to anybody a day later. */
export function tidyQuotes(db: Db, now: Date): Promise<void> {
  return deleteOldQuotes(db, later(now, -DAY_MS))
}
