import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listQualifiedRows } from './queries.ts'

/** Whom users have invited with success, as `referrals.referral_qualified` tells it. */
export function listQualifiedReferrals(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; invitedUserIds: string[] }[]> {
  return listQualifiedRows(db, userIds)
}
