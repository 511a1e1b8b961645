import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { NO_PREFERENCE, type Preference } from './preference.ts'

interface PreferenceRow {
  userId: UserId
  channels: Preference['channels']
  quietStart: string | null
  quietEnd: string | null
}

/** Returns only the users who have stored preferences. */
export async function listPreferences(db: Db, userIds: UserId[]): Promise<Map<UserId, Preference>> {
  const rows = await db<PreferenceRow>`
    select user_id as "userId", channels, to_char(quiet_start, 'HH24:MI') as "quietStart",
      to_char(quiet_end, 'HH24:MI') as "quietEnd"
    from notification_preference where user_id = any(${userIds}::uuid[])`
  return new Map(
    rows.map(({ userId, channels, quietStart, quietEnd }) => [
      userId,
      { channels, quietHours: quietStart && quietEnd ? { start: quietStart, end: quietEnd } : null },
    ]),
  )
}

export async function findPreference(db: Db, userId: UserId): Promise<Preference> {
  return (await listPreferences(db, [userId])).get(userId) ?? NO_PREFERENCE
}

export async function replacePreference(
  tx: Tx,
  userId: UserId,
  { channels, quietHours }: Preference,
  now: Date,
): Promise<void> {
  await tx`
    insert into notification_preference (user_id, channels, quiet_start, quiet_end, updated_at)
    values (${userId}, ${channels}::jsonb, ${quietHours?.start ?? null}::time, ${quietHours?.end ?? null}::time, ${now})
    on conflict (user_id) do update set channels = excluded.channels, quiet_start = excluded.quiet_start,
      quiet_end = excluded.quiet_end, updated_at = excluded.updated_at`
}

export async function deletePreference(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from notification_preference where user_id = ${userId}`
}
