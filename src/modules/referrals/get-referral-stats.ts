import { addMs, DAY_MS } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ListPublicProfiles } from '../accounts/public/public-profile.ts'
import { getReferralCode } from './get-referral-code.ts'
import { findStats } from './queries.ts'
import { ACTIVE_DAYS } from './referral.ts'

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

/** Shown instead of the username of a deleted or suspended user. */
export const DELETED_USERNAME = 'deleted'

/** Creates the user's code if there is none yet. */
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
  assert(stats, 'a user with a code has stats')
  const { referrals, invitedBy } = stats
  const userIds = [...referrals.map((referral) => referral.userId), ...(invitedBy ? [invitedBy] : [])]
  const profiles = userIds.length === 0 ? new Map() : await listPublicProfiles(db, userIds)
  return {
    referralCode: stats.code,
    totalInvited: stats.totalInvited,
    activeLearners: stats.activeLearners,
    totalGemsEarned: Number(stats.gemsEarned),
    totalXPEarned: Number(stats.xpEarned),
    invitedBy: invitedBy && (profiles.get(invitedBy)?.username ?? DELETED_USERNAME),
    referrals: referrals.map(({ userId: invited, joinedAt, hasCompletedFirstCourse, bonusClaimed }) => ({
      username: (profiles.get(invited)?.username ?? DELETED_USERNAME) as string,
      joinedAt: new Date(joinedAt).toISOString(),
      hasCompletedFirstCourse,
      bonusClaimed,
    })),
  }
}
