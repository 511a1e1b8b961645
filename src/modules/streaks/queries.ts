import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type CalendarDay, type Day, NO_STREAK, type StreakState, type ZonedMoment } from './public/streak.ts'

export async function findStreak(db: Db, userId: UserId): Promise<StreakState | undefined> {
  const [row] = await db<StreakState>`
    select current_days as "currentDays", longest_days as "longestDays", started_on::text as "startedOn",
      last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes
    from streak where user_id = ${userId}`
  return row
}

export async function deleteStreak(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from streak_day where user_id = ${userId}`
  await tx`delete from streak where user_id = ${userId}`
}

/** Blocks until nobody else changes this streak; there is one from now on. */
export async function lockStreak(tx: Tx, userId: UserId): Promise<StreakState> {
  const [row] = await tx<StreakState>`
    insert into streak (user_id) values (${userId})
    on conflict (user_id) do update set freezes = streak.freezes
    returning current_days as "currentDays", longest_days as "longestDays", started_on::text as "startedOn",
      last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes`
  return row!
}

/**
 * Blocks until nobody else changes this streak, and notes an activity unless a later one is noted. Gives the streak
 * as it was before: most activities are not the first of their day, and this is all that they write.
 */
export async function lockStreakAndRecordActivity(
  tx: Tx,
  userId: UserId,
  { at, zone }: ZonedMoment,
): Promise<StreakState> {
  const [row] = await tx<StreakState & { isNew: boolean }>`
    insert into streak (user_id, last_at, last_time_zone) values (${userId}, ${at}, ${zone})
    on conflict (user_id) do update set
      last_at = greatest(streak.last_at, excluded.last_at),
      last_time_zone = case when excluded.last_at <= streak.last_at then streak.last_time_zone else excluded.last_time_zone end
    returning old.user_id is null as "isNew", old.current_days as "currentDays", old.longest_days as "longestDays",
      old.started_on::text as "startedOn", old.last_day::text as "lastDay", old.last_at as "lastAt",
      old.last_time_zone as "lastZone", old.freezes`
  const { isNew, ...state } = row!
  return isNew ? NO_STREAK : state
}

/** The streak and the days that came with it, in one statement. */
export async function updateStreak(
  tx: Tx,
  userId: UserId,
  state: StreakState,
  days: { done: Day | null; frozen: Day[] },
): Promise<void> {
  const rows = days.frozen.map((day) => ({ day, kind: 'FROZEN' }))
  if (days.done) rows.push({ day: days.done, kind: 'DONE' })
  await tx`
    with marked as (
      insert into streak_day (user_id, day, kind)
      select ${userId}, day, kind from jsonb_to_recordset(${rows}::jsonb) as row (day date, kind text)
    )
    update streak set current_days = ${state.currentDays}, longest_days = ${state.longestDays},
      started_on = ${state.startedOn}::date, last_day = ${state.lastDay}::date, last_at = ${state.lastAt},
      last_time_zone = ${state.lastZone}, freezes = ${state.freezes}
    where user_id = ${userId}`
}

/** Where a walk through the streaks of a zone has come to. */
export interface StreakCursor {
  lastDay: Day
  userId: UserId
}

/** Streaks of a zone by their last day, in the order of the index. */
export function listStreakRows(
  db: Db,
  page: { zone: string; oldest: Day; before: Day; after: StreakCursor | undefined; limit: number },
): Promise<(StreakState & { userId: UserId })[]> {
  const { lastDay, userId } = page.after ?? {
    lastDay: '-infinity',
    userId: '00000000-0000-0000-0000-000000000000',
  }
  return db<StreakState & { userId: UserId }>`
    select user_id as "userId", current_days as "currentDays", longest_days as "longestDays",
      started_on::text as "startedOn", last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes
    from streak
    where last_time_zone = ${page.zone} and last_day >= ${page.oldest}::date and last_day < ${page.before}::date
      and current_days > 0 and (last_day, user_id) > (${lastDay}::date, ${userId}::uuid)
    order by last_day, user_id limit ${page.limit}`
}

/** Every zone once, by leaping from one to the next in the index: there are many streaks and few zones. */
export async function listTimeZones(db: Db): Promise<string[]> {
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

export function listStreakDays(db: Db, userId: UserId, since: Date): Promise<CalendarDay[]> {
  return db<CalendarDay>`
    select day::text as date, kind as status from streak_day
    where user_id = ${userId} and day >= ${since}::timestamptz::date
    order by day`
}

export function listStreakLengthRows(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; currentDays: number; longestDays: number }[]> {
  return db<{ userId: UserId; currentDays: number; longestDays: number }>`
    select user_id as "userId", current_days as "currentDays", longest_days as "longestDays"
    from streak where user_id = any(${userIds}::uuid[])`
}
