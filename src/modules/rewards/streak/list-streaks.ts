import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listStreakLengths } from './queries.ts'

/** How long streaks were when their owners last learned, and at best. */
export function listStreaks(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; currentDays: number; longestDays: number }[]> {
  return listStreakLengths(db, userIds)
}
