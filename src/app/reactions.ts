import { messageSent } from '../modules/admin/events.ts'
import { tallyOf } from '../modules/admin/figures/tally.ts'
import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { announceBadges, heldDefinitions } from '../modules/badges/definitions/held-definitions.ts'
import { confirmMint, failMint } from '../modules/badges/end-mint.ts'
import { badgeChanged, badgeUnlocked } from '../modules/badges/events.ts'
import { mintUnlocked } from '../modules/badges/jobs.ts'
import { battleFinished, battleWon } from '../modules/battles/events.ts'
import { projectAssessed, projectPassed } from '../modules/capstones/events.ts'
import { certificateMinted } from '../modules/certificates/events.ts'
import { confirmStep, failStep } from '../modules/certificates/steps/end-step.ts'
import {
  boardChanged,
  contestCancelled,
  contestResult,
  contestStarting,
  contestWon,
} from '../modules/contests/events.ts'
import { announceBoard } from '../modules/contests/ranking/announce-board.ts'
import {
  accountDeleted,
  accountTakenOver,
  sessionsRevoked,
  userRegistered,
} from '../modules/identity/events.ts'
import { announceRevocations } from '../modules/identity/sessions/revocations.ts'
import { addPeriodXp } from '../modules/leaderboards/add-period-xp.ts'
import { takePeriodXp } from '../modules/leaderboards/take-period-xp.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../modules/learning/events.ts'
import { telling } from '../modules/notifications/notices/notices.ts'
import { dropDevices, forgetDevices } from '../modules/notifications/personal-data.ts'
import { orderMoved } from '../modules/payments/events.ts'
import { noteConfirmed, noteFailed } from '../modules/payments/orders/hear-chain.ts'
import { deleteAvatar, forgetJobs, forgetLatecomers } from '../modules/profiles/jobs.ts'
import { promotionChanged } from '../modules/promotions/events.ts'
import { announcePromotions } from '../modules/promotions/showing/held-promotions.ts'
import { invitedRewarded, referralQualified } from '../modules/referrals/events.ts'
import { noteLesson } from '../modules/referrals/note-lesson.ts'
import { qualifyReferral } from '../modules/referrals/qualify-referral.ts'
import { welcomeNewcomer } from '../modules/referrals/welcome-newcomer.ts'
import { streakExtended, streakMilestoneReached, xpAwarded, xpTaken } from '../modules/rewards/events.ts'
import { confirmBatch, undoBatch } from '../modules/settlement/end-batch.ts'
import { subscriptionChanged } from '../modules/subscriptions/events.ts'
import { makeWallet } from '../modules/wallet/accounts/make-wallet.ts'
import { walletLinked } from '../modules/wallet/events.ts'
import { startWalletAnew } from '../modules/wallet/forget-wallet.ts'
import { takeUpWaiting } from '../modules/webhooks/inbox/take-up-waiting.ts'
import type { Chain } from '../platform/chain/chain.ts'
import { transactionConfirmed, transactionFailed } from '../platform/chain/relayer/events.ts'
import type { Config } from '../platform/config.ts'
import type { Live } from '../platform/live/live.ts'
import { type Reactions, reactionTable, when } from '../platform/reactions.ts'
import { farewells } from './farewells.ts'

/** When this happens, these happen: the whole table. */
export function createReactions(config: Config, live: Live, chain: Chain): Reactions {
  const toBadges = advanceBadges(config.publicUrl, heldDefinitions(live))
  return reactionTable([
    when(sessionsRevoked, { now: [announceRevocations(live), dropDevices] }),
    when(userRegistered, {
      now: [
        makeWallet((owner, salt) => chain.accountAddress(owner, salt)),
        welcomeNewcomer(config.referrals),
        tallyOf('REGISTERED'),
      ],
    }),
    when(accountTakenOver, { now: [startWalletAnew(config.wallet.offRampBlockSeconds), forgetDevices] }),
    when(accountDeleted, {
      now: [...farewells(live), tallyOf('DELETED')],
      later: [deleteAvatar, forgetJobs, forgetLatecomers],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges, noteLesson()] }),
    when(courseCompleted, {
      now: [toBadges, qualifyReferral(config.referrals), tallyOf('COURSE_COMPLETED')],
    }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(xpTaken, { now: [takePeriodXp] }),
    when(messageSent, { later: [telling(messageSent, 'admin.message_sent')] }),
    when(projectPassed, { now: [toBadges] }),
    when(projectAssessed, { later: [telling(projectAssessed, 'capstones.project_assessed')] }),
    when(streakExtended, { now: [toBadges, tallyOf('ACTIVE')] }),
    when(battleWon, { now: [toBadges] }),
    when(battleFinished, { later: [telling(battleFinished, 'battles.battle_finished')] }),
    when(streakMilestoneReached, {
      later: [telling(streakMilestoneReached, 'rewards.streak_milestone_reached')],
    }),
    when(badgeChanged, { now: [announceBadges(live)] }),
    when(badgeUnlocked, { later: [telling(badgeUnlocked, 'badges.badge_unlocked'), mintUnlocked] }),
    when(referralQualified, {
      now: [toBadges],
      later: [telling(referralQualified, 'referrals.referral_qualified')],
    }),
    when(invitedRewarded, { later: [telling(invitedRewarded, 'referrals.invited_rewarded')] }),
    when(boardChanged, { now: [announceBoard(live)] }),
    when(contestWon, { now: [toBadges] }),
    when(contestStarting, { later: [telling(contestStarting, 'contests.contest_starting')] }),
    when(contestResult, { later: [telling(contestResult, 'contests.contest_result')] }),
    when(contestCancelled, { later: [telling(contestCancelled, 'contests.contest_cancelled')] }),
    when(promotionChanged, { now: [announcePromotions(live)] }),
    when(subscriptionChanged, {
      later: [telling(subscriptionChanged, 'subscriptions.subscription_changed')],
    }),
    when(orderMoved, { later: [telling(orderMoved, 'payments.order_moved')] }),
    when(walletLinked, { now: [takeUpWaiting] }),
    when(transactionConfirmed, { now: [confirmBatch, confirmStep, confirmMint, noteConfirmed] }),
    when(transactionFailed, { now: [undoBatch, failStep, failMint, noteFailed] }),
    when(certificateMinted, { later: [telling(certificateMinted, 'certificates.certificate_minted')] }),
  ])
}
