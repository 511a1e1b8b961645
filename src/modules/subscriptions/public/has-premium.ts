import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** The rule of `grantsPremium` as one index lookup: a paid period or its grace period has not ended. */
export async function hasPremium(db: Db, userId: UserId, now: Date): Promise<boolean> {
  const rows = await db`
    select from subscription
    where subscriber = ${userId} and (cardinality(entitlement_ids) > 0 or expires_at is not null)
      and (expires_at is null or greatest(expires_at, grace_ends_at) > ${now})
    limit 1`
  return rows.length > 0
}
