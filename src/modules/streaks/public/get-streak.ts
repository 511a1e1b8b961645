import type { Db } from '../../../platform/db/database.ts'
import { findStreak } from '../queries.ts'
import type { ExtendStreak, StreakResult } from './extend-streak.ts'
import { NO_STREAK, streakAsOf } from './streak.ts'

/** Returns the streak as it is today, in the shape of `extendStreak`, without extending it. */
export async function getStreak(
  db: Db,
  { userId, timeZone, now }: Omit<ExtendStreak, 'activity'>,
): Promise<StreakResult> {
  const state = await findStreak(db, userId)
  const { currentDays, longestDays } = streakAsOf(state ?? NO_STREAK, { at: now, zone: timeZone })
  return { currentDays, longestDays, isNewDay: false, milestone: null }
}
