import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { batchedLock, batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  type CalendarDay,
  type Day,
  NO_STREAK,
  type StreakRun,
  type StreakState,
  type ZonedMoment,
} from './public/streak.ts'

export async function findStreak(db: Db, userId: UserId): Promise<StreakState | undefined> {
  const [row] = await db<StreakState>`
    select current_days as "currentDays", longest_days as "longestDays", started_on::text as "startedOn",
      last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes,
      lost_days as "lostDays", lost_started_on::text as "lostStartedOn", lost_last_day::text as "lostLastDay",
      lost_at as "lostAt", repaired_on::text as "repairedOn"
    from streak where user_id = ${userId}`
  return row
}

export async function deleteStreak(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from streak_day where user_id = ${userId}`
  await tx`delete from streak where user_id = ${userId}`
}

/** Locks the streak row until commit and creates it if it is missing. */
export async function lockStreak(tx: Tx, userId: UserId): Promise<StreakState> {
  return (await lockStoredStreak(tx, userId)) ?? (await createAndLockStreak(tx, userId))
}

/** Creates the streak row, unless a concurrent transaction has created it, and locks it until commit. */
export async function createAndLockStreak(tx: Tx, userId: UserId): Promise<StreakState> {
  const [, streak] = await Promise.all([insertStreak(tx, userId), lockStoredStreak(tx, userId)])
  return streak!
}

/** Locks the streak row until commit. Changes nothing. */
export const lockStoredStreak = batchedLock(
  async (writableDb, userIds: UserId[]): Promise<(StreakState | undefined)[]> => {
    const rows = await writableDb<StreakState & { userId: UserId }>`
      select user_id as "userId", current_days as "currentDays", longest_days as "longestDays", started_on::text as "startedOn",
        last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes,
        lost_days as "lostDays", lost_started_on::text as "lostStartedOn", lost_last_day::text as "lostLastDay",
        lost_at as "lostAt", repaired_on::text as "repairedOn"
      from streak where user_id = any(${userIds}::uuid[]) order by user_id for no key update`
    const byUser = new Map(rows.map(({ userId, ...state }) => [userId, state]))
    // A single row needs no id to be found.
    if (userIds.length === 1) return [...byUser.values()]
    return userIds.map((userId) => byUser.get(userId))
  },
)

const insertStreak = batchedWrite(async (writableDb, userIds: UserId[]): Promise<void[]> => {
  await writableDb`
    insert into streak (user_id) select user_id from unnest(${userIds}::uuid[]) as missing (user_id) order by user_id
    on conflict (user_id) do nothing`
  return []
})

/**
 * Locks the streak row until commit and stores the activity unless a later one is stored. Returns the streak before the
 * activity. For an activity that is not the first of its day this is the only write.
 */
export const lockStreakAndRecordActivity = batchedWrite(
  async (writableDb, activities: Activity[]): Promise<StreakState[]> => {
    const rows = await writableDb<StreakState & { userId: UserId; isNew: boolean }>`
    insert into streak (user_id, last_at, last_time_zone)
    select "userId", at, zone from jsonb_to_recordset(${activities}::jsonb) as row ("userId" uuid, at timestamptz, zone text)
    order by "userId"
    on conflict (user_id) do update set
      last_at = greatest(streak.last_at, excluded.last_at),
      last_time_zone = case when excluded.last_at <= streak.last_at then streak.last_time_zone else excluded.last_time_zone end
    returning new.user_id as "userId", old.user_id is null as "isNew", old.current_days as "currentDays", old.longest_days as "longestDays",
      old.started_on::text as "startedOn", old.last_day::text as "lastDay", old.last_at as "lastAt",
      old.last_time_zone as "lastZone", old.freezes, old.lost_days as "lostDays",
      old.lost_started_on::text as "lostStartedOn", old.lost_last_day::text as "lostLastDay", old.lost_at as "lostAt",
      old.repaired_on::text as "repairedOn"`
    const byUser = new Map(rows.map(({ userId, isNew, ...state }) => [userId, isNew ? NO_STREAK : state]))
    // A single row needs no id to be found.
    if (activities.length === 1) return [...byUser.values()]
    return activities.map(({ userId }) => byUser.get(userId)!)
  },
  { keyOf: ({ userId }) => userId },
)

interface Activity extends ZonedMoment {
  userId: UserId
}

interface ChangedStreak {
  userId: UserId
  state: StreakState
  days: readonly CalendarDay[]
}

/** Updates the streak and inserts its new days in one statement. The caller locks the streak. */
export const updateStreak = batchedWrite(
  async (writableDb, streaks: ChangedStreak[]): Promise<void[]> => {
    const rows = streaks.map(({ userId, state, days }) => ({ userId, ...state, days }))
    await writableDb`
    with changed as (
      select * from jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, "currentDays" integer, "longestDays" integer,
        "startedOn" date, "lastDay" date, "lastAt" timestamptz, "lastZone" text, freezes integer, "lostDays" integer,
        "lostStartedOn" date, "lostLastDay" date, "lostAt" timestamptz, "repairedOn" date, days jsonb)
      -- The planner expects 100 rows of JSON without the limit, and would scan the table.
      limit ${rows.length}
    ), inserted as (
      insert into streak_day (user_id, day, status)
      select "userId", date, status
      from changed, jsonb_to_recordset(days) as day (date date, status text) order by "userId", date
    )
    update streak set current_days = "currentDays", longest_days = "longestDays", started_on = "startedOn",
      last_day = "lastDay", last_at = "lastAt", last_time_zone = "lastZone", freezes = changed.freezes,
      lost_days = "lostDays", lost_started_on = "lostStartedOn", lost_last_day = "lostLastDay", lost_at = "lostAt",
      repaired_on = "repairedOn"
    from changed where user_id = "userId"`
    return []
  },
  { keyOf: ({ userId }) => userId },
)

/** The last row of a page. */
export interface StreakCursor {
  lastDay: Day
  userId: UserId
}

/** Streaks of a time zone by last day, in index order. */
export function listStreakRows(
  db: Db,
  page: { zone: string; oldest: Day; before: Day; after: StreakCursor | undefined; limit: number },
): Promise<(StreakRun & { userId: UserId })[]> {
  const { lastDay, userId } = page.after ?? {
    lastDay: '-infinity',
    userId: '00000000-0000-0000-0000-000000000000',
  }
  return db<StreakRun & { userId: UserId }>`
    select user_id as "userId", current_days as "currentDays", longest_days as "longestDays",
      started_on::text as "startedOn", last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes
    from streak
    where last_time_zone = ${page.zone} and last_day >= ${page.oldest}::date and last_day < ${page.before}::date
      and current_days > 0 and (last_day, user_id) > (${lastDay}::date, ${userId}::uuid)
    order by last_day, user_id limit ${page.limit}`
}

export function listStreakDays(db: Db, userId: UserId, since: Date): Promise<CalendarDay[]> {
  return db<CalendarDay>`
    select day::text as date, status from streak_day
    where user_id = ${userId} and day >= ${since}::timestamptz::date
    order by day`
}
