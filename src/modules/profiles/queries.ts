import type { AutocommitDb, Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { StreakRun } from '../streaks/public/streak.ts'
import type { ProfileRow } from './profile.ts'

interface FlatRow extends Omit<ProfileRow, 'streak'>, StreakRun {
  hasStreak: boolean
}

/** Joins the tables of several modules, so that a profile needs one round trip. Only this file may do that. */
export async function findProfile(db: Db, userId: UserId): Promise<ProfileRow | undefined> {
  const [row] = await db<FlatRow>`
    select account.id, email, username, role, country, bio, language, time_zone as "timeZone",
      email_verified_at is not null as "isEmailVerified", two_factor_enabled_at is not null as "is2FAEnabled",
      avatar_key as "avatarKey", is_profile_public as "isProfilePublic",
      daily_target_xp as "dailyTargetXP", account.created_at as "createdAt", wallet.address as "walletAddress",
      exists (
        select from leaderboard_hidden_user as hidden
        where hidden.user_id = account.id and hidden.reason = 'OPTED_OUT'
      ) as "leaderboardOptOut",
      coalesce(xp.balance, 0) as xp, coalesce(gems.balance, 0) as gems,
      streak.user_id is not null as "hasStreak", current_days as "currentDays", longest_days as "longestDays",
      started_on::text as "startedOn", last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes
    from user_account as account
    left join ledger_balance as xp on xp.account = 'user:' || account.id and xp.asset = 'XP'
    left join ledger_balance as gems on gems.account = 'user:' || account.id and gems.asset = 'GEM'
    left join streak on streak.user_id = account.id
    left join wallet on wallet.user_id = account.id
    where account.id = ${userId} and deleted_at is null`
  return row && { ...row, streak: row.hasStreak ? row : null }
}

type PublicProfileRow = Pick<
  ProfileRow,
  'id' | 'username' | 'avatarKey' | 'isProfilePublic' | 'timeZone' | 'gems' | 'streak'
>

export async function listPublicProfileRows(db: Db, userIds: UserId[]): Promise<PublicProfileRow[]> {
  const rows = await db<Omit<PublicProfileRow, 'streak'> & StreakRun & { hasStreak: boolean }>`
    select account.id, username, avatar_key as "avatarKey", is_profile_public as "isProfilePublic", time_zone as "timeZone",
      coalesce(gems.balance, 0) as gems,
      streak.user_id is not null as "hasStreak", current_days as "currentDays", longest_days as "longestDays",
      started_on::text as "startedOn", last_day::text as "lastDay", last_at as "lastAt", last_time_zone as "lastZone", freezes
    from user_account as account
    left join ledger_balance as gems on gems.account = 'user:' || account.id and gems.asset = 'GEM'
    left join streak on streak.user_id = account.id
    where account.id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null`
  return rows.map((row) => ({ ...row, streak: row.hasStreak ? row : null }))
}

/** Returns the id of a user who agreed to a public profile. Deleted and suspended users have none. */
export async function findPublicUserId(db: Db, username: string): Promise<UserId | undefined> {
  const [row] = await db<{ id: UserId }>`
    select id from user_account
    where lower(username) = lower(${username}) and is_profile_public and deleted_at is null and suspended_at is null`
  return row?.id
}

/** The daily target and the time zone in which the days of the user begin. */
export async function findDailyTarget(
  db: Db,
  userId: UserId,
): Promise<{ targetXP: number | null; zone: string } | undefined> {
  const [row] = await db<{ targetXP: number | null; zone: string }>`
    select daily_target_xp as "targetXP", time_zone as zone from user_account
    where id = ${userId} and deleted_at is null`
  return row
}

/** Marks the export as running, unless another one started after `since`. Returns whether it may run. */
export async function claimExport(
  autocommitDb: AutocommitDb,
  { userId, startedAt, since }: { userId: UserId; startedAt: Date; since: Date },
): Promise<boolean> {
  const rows = await autocommitDb`
    update user_account set export_started_at = ${startedAt}
    where id = ${userId} and (export_started_at is null or export_started_at <= ${since})
    returning id`
  return rows.length === 1
}

/** A claim that another export replaced stays. */
export async function releaseExport(
  autocommitDb: AutocommitDb,
  userId: UserId,
  startedAt: Date,
): Promise<void> {
  await autocommitDb`
    update user_account set export_started_at = null where id = ${userId} and export_started_at = ${startedAt}`
}
