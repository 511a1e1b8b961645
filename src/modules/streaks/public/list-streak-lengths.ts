import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

export interface StreakLength {
  userId: UserId
  currentDays: number
  longestDays: number
}

/** Streak lengths as of each user's last activity. */
export function listStreakLengths(db: Db, userIds: UserId[]): Promise<StreakLength[]> {
  return db<StreakLength>`
    select user_id as "userId", current_days as "currentDays", longest_days as "longestDays"
    from streak where user_id = any(${userIds}::uuid[])`
}
