import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'

/** The account section of the personal data export, without secrets and digests. `deleteAccount` erases the row. */
export async function exportPersonalData(
  db: Db,
  userId: UserId,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await db`
    select id, email, username, role, country, bio, language, time_zone as "timeZone", earlier_time_zones as "earlierTimeZones", created_at as "createdAt",
      daily_target_xp as "dailyTargetXP", email_verified_at as "emailVerifiedAt", two_factor_enabled_at as "twoFactorEnabledAt"
    from user_account where id = ${userId}`
  return row
}
