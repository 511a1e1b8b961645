import type { Db } from '../../../platform/db/database.ts'
import type { ExtendedStreak, ExtendStreak } from './extend-streak.ts'
import { findStreak } from './queries.ts'
import { NO_STREAK, viewStreak } from './streak.ts'

/** The streak as it is today, for whoever did nothing that counts: the same answer as `extendStreak`, unextended. */
export async function getStreakDays(
  db: Db,
  { userId, timeZone, now }: ExtendStreak,
): Promise<ExtendedStreak> {
  const state = await findStreak(db, userId)
  const { currentDays, longestDays } = viewStreak(state ?? NO_STREAK, { at: now, zone: timeZone })
  return { currentDays, longestDays, isNewDay: false, milestone: null }
}
