import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listStreakRows, listTimeZones, type StreakCursor } from '../queries.ts'
import { type Day, dayOf, MAX_FREEZES, type StreakState, streakAsOf } from './streak.ts'

export interface StreakAtRisk {
  userId: UserId
  state: StreakState
}

/** The time zones in which streaks were last kept. */
export function listStreakTimeZones(db: Db): Promise<string[]> {
  return listTimeZones(db)
}

/**
 * Those who have a streak, last learned in this zone, and have not learned today by its calendar; a page at a time.
 * `next` is undefined when there are no more.
 */
export async function listStreaksAtRisk(
  db: Db,
  { zone, now, after, limit }: { zone: string; now: Date; after?: StreakCursor | undefined; limit: number },
): Promise<{ atRisk: StreakAtRisk[]; next: StreakCursor | undefined }> {
  const moment = { at: now, zone }
  const today = dayOf(moment)
  // Freezes may have saved the days before; a streak whose last day is older is over, though nobody has written it.
  const oldest: Day = Temporal.PlainDate.from(today)
    .subtract({ days: MAX_FREEZES + 1 })
    .toString()
  const rows = await listStreakRows(db, { zone, oldest, before: today, after, limit })
  const last = rows.length === limit ? rows.at(-1) : undefined
  return {
    atRisk: rows.flatMap(({ userId, ...state }) => {
      const { currentDays, isTodayDone } = streakAsOf(state, moment)
      return currentDays > 0 && !isTodayDone ? [{ userId, state }] : []
    }),
    next: last && { lastDay: last.lastDay!, userId: last.userId },
  }
}
