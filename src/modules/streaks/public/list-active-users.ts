import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** Those of the users whose last learning activity that counts for a streak is not older than `since`. */
export async function listUsersActiveSince(db: Db, userIds: UserId[], since: Date): Promise<Set<UserId>> {
  const rows = await db<{ userId: UserId }>`
    select user_id as "userId" from streak where user_id = any(${userIds}::uuid[]) and last_at >= ${since}`
  return new Set(rows.map(({ userId }) => userId))
}
