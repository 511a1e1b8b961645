import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'

/** Told once for an invited user, when they have completed their first course. */
export const referralQualified = defineFact<{
  /** Who invited. */
  userId: UserId
  invitedUserId: UserId
  /** What each was paid; nothing for the one who invited when a cap was reached. */
  inviterGems: number
  inviterXp: number
  invitedGems: number
  at: string
}>('referrals.referral_qualified')
