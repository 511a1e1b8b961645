import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted once per invited user, when the user completes a first course. */
export const referralQualified = defineEvent<{
  /** The inviter. */
  userId: UserId
  invitedUserId: UserId
  /** What each user was paid. The inviter's amounts are 0 if a cap was reached. */
  inviterGems: number
  inviterXp: number
  invitedGems: number
  at: string
}>('referrals.referral_qualified')

/** Emitted instead if the inviter is deleted or suspended: only the invited user is paid. */
export const invitedRewarded = defineEvent<{ userId: UserId; gems: number; at: string }>(
  'referrals.invited_rewarded',
)
