import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** Those of the users who have premium, by the rule of `hasPremium`. */
export async function listPremiumUsers(db: Db, userIds: UserId[], now: Date): Promise<Set<UserId>> {
  const rows = await db<{ userId: UserId }>`
    select distinct subscriber as "userId" from subscription
    where subscriber = any(${userIds}::text[]) and (cardinality(entitlement_ids) > 0 or expires_at is not null)
      and (expires_at is null or greatest(expires_at, grace_ends_at) > ${now})`
  return new Set(rows.map(({ userId }) => userId))
}
