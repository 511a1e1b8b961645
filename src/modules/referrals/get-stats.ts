import { DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { assert } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { getReferralCode } from './get-code.ts'
import { findStats } from './queries.ts'
import { ACTIVE_DAYS } from './referral.ts'

/** What is shown of users to others; whoever is gone is missing. `app/` hands it in. */
export type DescribeUsers = (db: Db, userIds: UserId[]) => Promise<Map<UserId, { username: string }>>

export interface ReferralParts {
  platform: Platform
  describeUsers: DescribeUsers
}

interface GetStats {
  userId: UserId
  page: number
  limit: number
  now: Date
}

/** Stands where a name stood, when its account is deleted or suspended. */
export const GONE = 'deleted'

/** What inviting has brought a user so far. Who has no code yet gets one, so that there is one to show. */
export async function getReferralStats(
  { platform, describeUsers }: ReferralParts,
  { userId, page, limit, now }: GetStats,
) {
  const { db, write } = platform
  const wanted = { activeSince: later(now, -ACTIVE_DAYS * DAY_MS), limit, offset: (page - 1) * limit }
  let stats = await findStats(db, userId, wanted)
  if (!stats) {
    await write((tx) => getReferralCode(tx, { userId, now }))
    stats = await findStats(db, userId, wanted)
  }
  assert(stats, 'who has a code has statistics')
  const { referrals, invitedBy } = stats
  const people = [...referrals.map((referral) => referral.userId), ...(invitedBy ? [invitedBy] : [])]
  const names = people.length === 0 ? new Map() : await describeUsers(db, people)
  return {
    referralCode: stats.code,
    totalInvited: stats.totalInvited,
    activeLearners: stats.activeLearners,
    totalGemsEarned: Number(stats.gemsEarned),
    totalXPEarned: Number(stats.xpEarned),
    invitedBy: invitedBy && (names.get(invitedBy)?.username ?? GONE),
    referrals: referrals.map(({ userId: invited, joinedAt, hasCompletedFirstCourse, bonusClaimed }) => ({
      username: (names.get(invited)?.username ?? GONE) as string,
      joinedAt: new Date(joinedAt).toISOString(),
      hasCompletedFirstCourse,
      bonusClaimed,
    })),
  }
}
