import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Told once for an invited user, when they have completed their first course. */
export const referralQualified = defineEvent<{
  /** Who invited. */
  userId: UserId
  invitedUserId: UserId
  /** What each was paid; nothing for the one who invited when a cap was reached. */
  inviterGems: number
  inviterXp: number
  invitedGems: number
  at: string
}>('referrals.referral_qualified')

/** Told instead, when who invited is gone or suspended: who was invited has their bonus all the same. */
export const invitedRewarded = defineEvent<{ userId: UserId; gems: number; at: string }>(
  'referrals.invited_rewarded',
)
