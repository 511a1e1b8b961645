import { accountDeleted, userRegistered } from '../events/accounts.ts'
import { messageSent } from '../events/admin.ts'
import { badgeChanged, badgeUnlocked } from '../events/badges.ts'
import { battleFinished, battleWon } from '../events/battles.ts'
import { projectAssessed, projectPassed } from '../events/capstones.ts'
import { certificateMinted } from '../events/certificates.ts'
import {
  contestCancelled,
  contestResult,
  contestStarting,
  contestWon,
  leaderboardChanged,
} from '../events/contests.ts'
import { xpAwarded, xpRevoked } from '../events/ledger.ts'
import { orderStatusChanged } from '../events/payment-orders.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../events/progress.ts'
import { promotionChanged } from '../events/promotions.ts'
import { invitedRewarded, referralQualified } from '../events/referrals.ts'
import { sessionsRevoked } from '../events/sessions.ts'
import { accountClaimed } from '../events/sign-in.ts'
import { streakExtended, streakMilestoneReached } from '../events/streaks.ts'
import { subscriptionChanged } from '../events/subscriptions.ts'
import { walletLinked } from '../events/wallet.ts'
import { deleteQueuedJobs, eraseLateWritesJob } from '../modules/accounts/jobs.ts'
import { countDaily } from '../modules/admin/stats/count-daily-stats.ts'
import { badgeDefinitionCache, invalidateBadgeDefinitions } from '../modules/badges/badge-definition-cache.ts'
import { mintUnlockedBadgeJob } from '../modules/badges/jobs.ts'
import { onMintConfirmed, onMintFailed } from '../modules/badges/minting/on-mint-result.ts'
import { createBadgeEventHandler } from '../modules/badges/on-badge-event.ts'
import {
  onTransactionConfirmed as certificatesOnTransactionConfirmed,
  onTransactionFailed as certificatesOnTransactionFailed,
} from '../modules/certificates/on-transaction-result.ts'
import { publishLeaderboardChange } from '../modules/contests/live-leaderboard.ts'
import { onXpAwarded, onXpRevoked } from '../modules/leaderboards/on-xp-changed.ts'
import { notifyOn } from '../modules/notifications/notices/build-notices.ts'
import { deleteDevicesOfSessions, deleteDevicesOfUser } from '../modules/notifications/personal-data.ts'
import {
  onTransactionConfirmed as paymentOrdersOnTransactionConfirmed,
  onTransactionFailed as paymentOrdersOnTransactionFailed,
} from '../modules/payment-orders/on-transaction-result.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import { invalidatePromotionCache } from '../modules/promotions/promotion-cache.ts'
import { createMember } from '../modules/referrals/create-member.ts'
import { qualifyReferral } from '../modules/referrals/qualify-referral.ts'
import { recordLessonActivity } from '../modules/referrals/record-lesson-activity.ts'
import { broadcastRevocations } from '../modules/sessions/revocation-list.ts'
import { confirmBatch, revertBatch } from '../modules/settlement/on-transaction-result.ts'
import { createWallet } from '../modules/wallet/custody/create-wallet.ts'
import { resetClaimedWallet } from '../modules/wallet/reset-claimed-wallet.ts'
import { retryUnmatchedEvents } from '../modules/webhooks/queue/retry-unmatched-events.ts'
import type { Chain } from '../platform/chain/chain.ts'
import { transactionConfirmed, transactionFailed } from '../platform/chain/relayer/events.ts'
import type { Config } from '../platform/config/config.ts'
import type { PubSub } from '../platform/pubsub/pubsub.ts'
import { on, type Reactions, reactionTable } from '../platform/transaction/reactions.ts'
import { erasureHandlers } from './account-erasure.ts'

/** The handlers and jobs of every event: the complete table. */
export function createReactions(config: Config, pubsub: PubSub, chain: Chain): Reactions {
  const updateBadges = createBadgeEventHandler(config.publicUrl, badgeDefinitionCache(pubsub))
  return reactionTable([
    on(sessionsRevoked, { inTransaction: [broadcastRevocations(pubsub), deleteDevicesOfSessions] }),
    on(userRegistered, {
      inTransaction: [
        createWallet((owner, salt) => chain.accountAddress(owner, salt)),
        createMember(config.referrals),
        countDaily('REGISTERED'),
      ],
    }),
    on(accountClaimed, {
      inTransaction: [resetClaimedWallet(config.wallet.offRampBlockSeconds), deleteDevicesOfUser],
    }),
    on(accountDeleted, {
      inTransaction: [...erasureHandlers(pubsub), countDaily('DELETED')],
      jobs: [deleteAvatar, deleteQueuedJobs, eraseLateWritesJob],
    }),
    on(questionAnswered, { inTransaction: [updateBadges] }),
    on(lessonCompleted, { inTransaction: [updateBadges, recordLessonActivity()] }),
    on(courseCompleted, {
      inTransaction: [updateBadges, qualifyReferral(config.referrals), countDaily('COURSE_COMPLETED')],
    }),
    on(xpAwarded, { inTransaction: [onXpAwarded] }),
    on(xpRevoked, { inTransaction: [onXpRevoked] }),
    on(messageSent, { jobs: [notifyOn(messageSent, 'admin.message_sent')] }),
    on(projectPassed, { inTransaction: [updateBadges] }),
    on(projectAssessed, { jobs: [notifyOn(projectAssessed, 'capstones.project_assessed')] }),
    on(streakExtended, { inTransaction: [updateBadges, countDaily('ACTIVE')] }),
    on(battleWon, { inTransaction: [updateBadges] }),
    on(battleFinished, { jobs: [notifyOn(battleFinished, 'battles.battle_finished')] }),
    on(streakMilestoneReached, {
      jobs: [notifyOn(streakMilestoneReached, 'streaks.streak_milestone_reached')],
    }),
    on(badgeChanged, { inTransaction: [invalidateBadgeDefinitions(pubsub)] }),
    on(badgeUnlocked, { jobs: [notifyOn(badgeUnlocked, 'badges.badge_unlocked'), mintUnlockedBadgeJob] }),
    on(referralQualified, {
      inTransaction: [updateBadges],
      jobs: [notifyOn(referralQualified, 'referrals.referral_qualified')],
    }),
    on(invitedRewarded, { jobs: [notifyOn(invitedRewarded, 'referrals.invited_rewarded')] }),
    on(leaderboardChanged, { inTransaction: [publishLeaderboardChange(pubsub)] }),
    on(contestWon, { inTransaction: [updateBadges] }),
    on(contestStarting, { jobs: [notifyOn(contestStarting, 'contests.contest_starting')] }),
    on(contestResult, { jobs: [notifyOn(contestResult, 'contests.contest_result')] }),
    on(contestCancelled, { jobs: [notifyOn(contestCancelled, 'contests.contest_cancelled')] }),
    on(promotionChanged, { inTransaction: [invalidatePromotionCache(pubsub)] }),
    on(subscriptionChanged, {
      jobs: [notifyOn(subscriptionChanged, 'subscriptions.subscription_changed')],
    }),
    on(orderStatusChanged, { jobs: [notifyOn(orderStatusChanged, 'payment_orders.order_status_changed')] }),
    on(walletLinked, { inTransaction: [retryUnmatchedEvents] }),
    on(transactionConfirmed, {
      inTransaction: [
        confirmBatch,
        certificatesOnTransactionConfirmed,
        onMintConfirmed,
        paymentOrdersOnTransactionConfirmed,
      ],
    }),
    on(transactionFailed, {
      inTransaction: [
        revertBatch,
        certificatesOnTransactionFailed,
        onMintFailed,
        paymentOrdersOnTransactionFailed,
      ],
    }),
    on(certificateMinted, { jobs: [notifyOn(certificateMinted, 'certificates.certificate_minted')] }),
  ])
}
