import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listStreakRows, type StreakCursor } from '../queries.ts'
import { type Day, dayOf, MAX_FREEZES, type StreakRun, streakAsOf } from './streak.ts'

/** The time zones of active streaks. Skips from one zone to the next in the index: streaks are many, zones few. */
export async function listStreakTimeZones(db: Db): Promise<string[]> {
  const rows = await db<{ zone: string }>`
    with recursive found as (
      (select last_time_zone as zone from streak where current_days > 0 and last_time_zone is not null order by last_time_zone limit 1)
      union all
      select (select last_time_zone from streak where current_days > 0 and last_time_zone > found.zone order by last_time_zone limit 1)
      from found where found.zone is not null
    )
    select zone from found where zone is not null`
  return rows.map(({ zone }) => zone)
}

export interface StreakAtRisk {
  userId: UserId
  state: StreakRun
}

/**
 * Returns a page of the streaks in a time zone whose users have not learned today. `next` is undefined on the last
 * page.
 */
export async function listStreaksAtRisk(
  db: Db,
  { zone, now, after, limit }: { zone: string; now: Date; after?: StreakCursor | undefined; limit: number },
): Promise<{ atRisk: StreakAtRisk[]; next: StreakCursor | undefined }> {
  const moment = { at: now, zone }
  const today = dayOf(moment)
  // Freezes may cover the days before today. A streak with an older last day has ended, though its row says otherwise.
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
