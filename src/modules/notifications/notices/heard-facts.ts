import type { UserId } from '../../../platform/ids.ts'

/**
 * What of other modules' facts people are told, as far as it is read here. A module of this level or above cannot be
 * imported; `telling` holds what they tell to what is written here.
 */
export interface HeardFacts {
  'streaks.streak_milestone_reached': { userId: UserId; days: number; gems: number }
  'badges.badge_unlocked': { userId: UserId; badgeType: string; name: string }
  'contests.contest_starting': { userIds: UserId[]; contestId: string; title: string; startsAt: string }
  'contests.contest_result': {
    userId: UserId
    contestId: string
    title: string
    rank: number | null
    prizeGems: number
  }
  'contests.contest_cancelled': { userIds: UserId[]; contestId: string; title: string; refundedGems: number }
  'battles.battle_finished': {
    roomId: string
    reason: string
    players: {
      userId: UserId
      result: 'WIN' | 'LOSS' | 'DRAW'
      gemsDelta: number
      opponentId: UserId | null
    }[]
  }
  'capstones.project_assessed': {
    userId: UserId
    courseId: string
    submissionId: string
    title: string
    status: 'PASSED' | 'NEEDS_REVISION'
    percentage: number | null
  }
  'referrals.referral_qualified': {
    userId: UserId
    invitedUserId: UserId
    inviterGems: number
    invitedGems: number
  }
  'referrals.invited_rewarded': { userId: UserId; gems: number }
  'subscriptions.subscription_changed': {
    userId: UserId
    /** By this or any other subscription. */
    isPremium: boolean
    status: 'ACTIVE' | 'CANCELLED' | 'GRACE_PERIOD' | 'EXPIRED' | 'MOVED'
    expiresAt: string | null
  }
  'certificates.certificate_minted': { userId: UserId; certificateNumber: string; courseTitle: string }
  'admin.message_sent': { userId: UserId; title: string; body: string; link: string }
  'payment_orders.order_status_changed': {
    userId: UserId
    orderId: string
    status: string
    /** As decimal text, of what the user pays or is paid. */
    fiatAmount: string | number
    fiatCurrency: string
  }
}
