import type { AutocommitDb, Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { EarlierTimeZone } from './public/time-zones.ts'

interface NewAccount {
  id: UserId
  email: string
  username: string
  country: string | null
  language: string
  timeZone: string
  passwordHash: string | null
  emailVerifiedAt: Date | null
}

/** Returns false if the e-mail address or the username is taken. */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<boolean> {
  const rows = await tx`
    insert into user_account
      (id, email, username, country, language, time_zone, password_hash, email_verified_at, created_at)
    values (${account.id}, ${account.email}, ${account.username}, ${account.country}, ${account.language},
      ${account.timeZone}, ${account.passwordHash}, ${account.emailVerifiedAt}, ${now})
    on conflict do nothing
    returning 1`
  return rows.length > 0
}

export async function findAccountByUsername(db: Db, username: string): Promise<{ id: UserId } | undefined> {
  const [row] = await db<{ id: UserId }>`
    select id from user_account where lower(username) = lower(${username})`
  return row
}

export interface UserDetailsPatch {
  username?: string | undefined
  country?: string | null | undefined
  bio?: string | null | undefined
  language?: string | undefined
  timeZone?: string | undefined
  avatarKey?: string | null | undefined
  isProfilePublic?: boolean | undefined
  dailyTargetXp?: number | null | undefined
}

/** Fields that are undefined do not change; null clears a field. */
export async function updateDetails(
  tx: Tx,
  userId: UserId,
  patch: UserDetailsPatch & { earlierTimeZones?: EarlierTimeZone[] | undefined },
): Promise<void> {
  await tx`
    update user_account set
      username = coalesce(${patch.username ?? null}, username),
      country = case when ${patch.country !== undefined} then ${patch.country ?? null} else country end,
      bio = case when ${patch.bio !== undefined} then ${patch.bio ?? null} else bio end,
      language = coalesce(${patch.language ?? null}, language),
      time_zone = coalesce(${patch.timeZone ?? null}, time_zone),
      earlier_time_zones = coalesce(${patch.earlierTimeZones ?? null}::jsonb, earlier_time_zones),
      avatar_key = case when ${patch.avatarKey !== undefined} then ${patch.avatarKey ?? null} else avatar_key end,
      is_profile_public = coalesce(${patch.isProfilePublic ?? null}, is_profile_public),
      daily_target_xp = case when ${patch.dailyTargetXp !== undefined} then ${patch.dailyTargetXp ?? null}::integer else daily_target_xp end
    where id = ${userId}`
}

/** Deletes earlier time zones that ended before a moment, of at most `limit` accounts, and returns how many accounts. */
export async function deleteOldTimeZones(
  autocommitDb: AutocommitDb,
  before: Date,
  limit: number,
): Promise<number> {
  const oldest = before.toISOString()
  // A foreign key of another table does not wait for this lock.
  const rows = await autocommitDb`
    update user_account set earlier_time_zones =
      jsonb_path_query_array(earlier_time_zones, '$[*] ? (@.until >= $oldest)', jsonb_build_object('oldest', ${oldest}::text))
    where id = any(array(
      select id from user_account where earlier_time_zones <> '[]' and earlier_time_zones -> 0 ->> 'until' < ${oldest}
      order by earlier_time_zones -> 0 ->> 'until' limit ${limit} for no key update skip locked
    )) returning 1`
  return rows.length
}
