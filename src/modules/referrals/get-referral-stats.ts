import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { assert } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { getReferralCode } from './get-referral-code.ts'
import { findStats } from './queries.ts'
import { ACTIVE_DAYS } from './referral.ts'

/** What is shown of users to others; whoever is gone is missing. `app/` hands it in. */
export type ListPublicProfiles = (db: Db, userIds: UserId[]) => Promise<Map<UserId, { username: string }>>

export interface ReferralDeps {
  platform: Platform
  listPublicProfiles: ListPublicProfiles
}

interface GetStats {
  userId: UserId
  page: number
  limit: number
  now: Date
}

/** Stands where a name stood, when its account is deleted or suspended. */
export const DELETED_USERNAME = 'deleted'

/** What inviting has brought a user so far. Who has no code yet gets one, so that there is one to show. */
export async function getReferralStats(
  { platform, listPublicProfiles }: ReferralDeps,
  { userId, page, limit, now }: GetStats,
) {
  const { db, write } = platform
  const statsPage = { activeSince: addMs(now, -ACTIVE_DAYS * DAY_MS), limit, offset: (page - 1) * limit }
  let stats = await findStats(db, userId, statsPage)
  if (!stats) {
    await write((tx) => getReferralCode(tx, { userId, now }))
    stats = await findStats(db, userId, statsPage)
  }
  assert(stats, 'who has a code has statistics')
  const { referrals, invitedBy } = stats
  const userIds = [...referrals.map((referral) => referral.userId), ...(invitedBy ? [invitedBy] : [])]
  const names = userIds.length === 0 ? new Map() : await listPublicProfiles(db, userIds)
  return {
    referralCode: stats.code,
    totalInvited: stats.totalInvited,
    activeLearners: stats.activeLearners,
    totalGemsEarned: Number(stats.gemsEarned),
    totalXPEarned: Number(stats.xpEarned),
    invitedBy: invitedBy && (names.get(invitedBy)?.username ?? DELETED_USERNAME),
    referrals: referrals.map(({ userId: invited, joinedAt, hasCompletedFirstCourse, bonusClaimed }) => ({
      username: (names.get(invited)?.username ?? DELETED_USERNAME) as string,
      joinedAt: new Date(joinedAt).toISOString(),
      hasCompletedFirstCourse,
      bonusClaimed,
    })),
  }
}
