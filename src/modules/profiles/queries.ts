import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ProfileRow } from './profile.ts'

/** The one read that may join several modules' tables: a profile is one row and one round trip. */
export async function findProfile(db: Db, userId: UserId): Promise<ProfileRow | undefined> {
  const [row] = await db<ProfileRow>`
    select id, email, username, role, country, bio, language, time_zone as "timeZone",
      email_verified_at is not null as "isEmailVerified", two_factor_enabled_at is not null as "is2FAEnabled",
      avatar_key as "avatarKey", created_at as "createdAt"
    from user_account where id = ${userId} and deleted_at is null`
  return row
}
