import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listStreakLengths } from './queries.ts'

/** How long everybody's streak was when they last learned, and at its best; page by page, in the order of user ids. */
export function listStreaks(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ userId: UserId; currentDays: number; longestDays: number }[]> {
  return listStreakLengths(db, page)
}
