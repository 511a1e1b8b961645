import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listStreakLengthRows } from '../queries.ts'

/** How long streaks were when their owners last learned, and at best. */
export function listStreakLengths(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; currentDays: number; longestDays: number }[]> {
  return listStreakLengthRows(db, userIds)
}
