import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findStreak } from '../queries.ts'
import { type Day, dayOf, NO_STREAK, type StreakView, streakAsOf } from './streak.ts'

export interface StreakOverview extends Pick<StreakView, 'currentDays' | 'longestDays' | 'freezes'> {
  /** In the time zone of that activity. */
  lastLearningDay: Day | null
}

/**
 * Reads the streak of a user and returns a function that shows it as of a moment in the user's time zone, so that the
 * time zone can be read at the same time.
 */
export async function getStreakOverview(
  db: Db,
  userId: UserId,
  now: Date,
): Promise<(timeZone: string) => StreakOverview> {
  const state = (await findStreak(db, userId)) ?? NO_STREAK
  return (timeZone) => {
    const { currentDays, longestDays, freezes } = streakAsOf(state, { at: now, zone: timeZone })
    const { lastAt, lastZone } = state
    const lastLearningDay = lastAt && lastZone ? dayOf({ at: lastAt, zone: lastZone }) : null
    return { currentDays, longestDays, freezes, lastLearningDay }
  }
}
