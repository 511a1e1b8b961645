import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** The invited users for whom `referrals.referral_qualified` was emitted, by inviter. */
export function listQualifiedReferrals(db: Db, userIds: UserId[]) {
  return db<{ userId: UserId; invitedUserIds: string[] }>`
    select inviter_id as "userId", array_agg(user_id::text) as "invitedUserIds"
    from referral_member
    where inviter_id = any(${userIds}::uuid[]) and bonus in ('PAID', 'DAILY_CAP', 'TOTAL_CAP')
    group by inviter_id`
}
