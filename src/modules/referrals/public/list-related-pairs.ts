import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** The pairs among these users that have the same inviter, device or network of registration, or invited each other. */
export async function listRelatedPairs(db: Db, userIds: UserId[]): Promise<[UserId, UserId][]> {
  const rows = await db<{ one: UserId; other: UserId }>`
    select one.user_id as one, other.user_id as other
    from referral_member as one
    join referral_member as other on other.user_id > one.user_id
    where one.user_id = any(${userIds}::uuid[]) and other.user_id = any(${userIds}::uuid[])
      and (one.inviter_id = other.inviter_id or one.inviter_id = other.user_id or other.inviter_id = one.user_id
        or one.device_digest = other.device_digest or one.address_digest = other.address_digest)`
  return rows.map(({ one, other }) => [one, other])
}
