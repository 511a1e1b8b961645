import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listQualifiedRows } from './queries.ts'

/** Who has invited whom with success, as `referrals.referral_qualified` tells it; page by page, in the order of user ids. */
export function listQualifiedReferrals(
  db: Db,
  page: { after: string; limit: number; most: number },
): Promise<{ userId: UserId; invitedUserIds: string[] }[]> {
  return listQualifiedRows(db, page)
}
