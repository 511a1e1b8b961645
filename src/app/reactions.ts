import { accountDeleted, emailVerified, userRegistered } from '../events/accounts.ts'
import { messageSent } from '../events/admin.ts'
import { coAuthorAdded, courseTransferred } from '../events/authoring.ts'
import { badgeChanged, badgeUnlocked } from '../events/badges.ts'
import { battleFinished, battleWon } from '../events/battles.ts'
import { projectAssessed, projectPassed } from '../events/capstones.ts'
import { certificateNameChanged } from '../events/certificate-names.ts'
import { certificateMinted } from '../events/certificates.ts'
import {
  contestCancelled,
  contestResult,
  contestStarting,
  contestWon,
  leaderboardChanged,
} from '../events/contests.ts'
import { testPassed, testSubmitted } from '../events/course-tests.ts'
import { leagueRisen } from '../events/leaderboards.ts'
import { xpAwarded, xpRevoked } from '../events/ledger.ts'
import { orderStatusChanged } from '../events/payment-orders.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../events/progress.ts'
import { promotionChanged } from '../events/promotions.ts'
import { changesAnnounced, publicationRefused, reviewDecided, reviewRequested } from '../events/publishing.ts'
import { invitedRewarded, referralQualified } from '../events/referrals.ts'
import { reportDecided } from '../events/reports.ts'
import { sessionsRevoked } from '../events/sessions.ts'
import { accountClaimed } from '../events/sign-in.ts'
import { runtimeSettingsChanged, siteSettingsChanged } from '../events/site-settings.ts'
import { streakExtended, streakMilestoneReached, streakRepaired } from '../events/streaks.ts'
import { subscriptionChanged } from '../events/subscriptions.ts'
import { walletLinked } from '../events/wallet.ts'
import { deleteQueuedJobs, eraseLateWritesJob, recordErasureJob } from '../modules/accounts/jobs.ts'
import { countDaily } from '../modules/admin/stats/count-daily-stats.ts'
import { badgeDefinitionCache, invalidateBadgeDefinitions } from '../modules/badges/badge-definition-cache.ts'
import { mintUnlockedBadgeJob } from '../modules/badges/jobs.ts'
import { createBadgeEventHandler } from '../modules/badges/on-badge-event.ts'
import { recordBattleAnswersJob } from '../modules/battle-results/jobs.ts'
import { addProjectResultJob } from '../modules/certificates/jobs.ts'
import { onCertificateNameChanged } from '../modules/certificates/rename-certificates.ts'
import { upgradeCertificate } from '../modules/certificates/upgrade-certificate.ts'
import { recordContestAnswersJob } from '../modules/contests/jobs.ts'
import { publishLeaderboardChange } from '../modules/contests/live-leaderboard.ts'
import { onXpAwarded, onXpRevoked } from '../modules/leaderboards/on-xp-changed.ts'
import { recordLessonAnswer } from '../modules/mastery/on-answers.ts'
import { notifyOn } from '../modules/notifications/notices/build-notices.ts'
import { deleteDevicesOfSessions, deleteDevicesOfUser } from '../modules/notifications/personal-data.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import { invalidatePromotionCache } from '../modules/promotions/promotion-cache.ts'
import { createMember } from '../modules/referrals/create-member.ts'
import { qualifyReferral, qualifyVerifiedUser } from '../modules/referrals/qualify-referral.ts'
import { recordLearningDay } from '../modules/referrals/record-learning-day.ts'
import { recordLessonActivity } from '../modules/referrals/record-lesson-activity.ts'
import { addContestQuestionsJob, addMissedQuestionsJob } from '../modules/review/jobs.ts'
import {
  addAnsweredQuestion,
  addLessonFlashcards,
  addTestQuestions,
} from '../modules/review/on-learning-event.ts'
import { broadcastRevocations } from '../modules/sessions/revocation-list.ts'
import { invalidateRuntimeSettings } from '../modules/site-settings/public/runtime-settings-cache.ts'
import { invalidateSiteSettings } from '../modules/site-settings/public/site-settings-cache.ts'
import { recordCertificateNameChange } from '../modules/staff-access/public/record-audit-entry.ts'
import { createWallet } from '../modules/wallet/custody/create-wallet.ts'
import { resetClaimedWallet } from '../modules/wallet/reset-claimed-wallet.ts'
import { retryUnmatchedEvents } from '../modules/webhooks/queue/retry-unmatched-events.ts'
import type { Chain } from '../platform/chain/chain.ts'
import { onConfirmed, onFailed } from '../platform/chain/relayer/chain-effects.ts'
import { transactionConfirmed, transactionFailed } from '../platform/chain/relayer/events.ts'
import type { Config } from '../platform/config/config.ts'
import type { PubSub } from '../platform/pubsub/pubsub.ts'
import { on, type Reactions, reactionTable } from '../platform/transaction/reactions.ts'
import { erasureHandlers } from './account-erasure.ts'
import { CHAIN_EFFECTS } from './chain-effects.ts'

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
      jobs: [deleteAvatar, deleteQueuedJobs, recordErasureJob, eraseLateWritesJob],
    }),
    on(emailVerified, { inTransaction: [qualifyVerifiedUser(config.referrals)] }),
    on(questionAnswered, {
      inTransaction: [
        updateBadges,
        recordLearningDay(config.referrals),
        addAnsweredQuestion,
        recordLessonAnswer,
      ],
    }),
    on(lessonCompleted, {
      inTransaction: [updateBadges, recordLessonActivity(), addLessonFlashcards()],
      canShareTransaction: true,
    }),
    on(courseCompleted, {
      inTransaction: [updateBadges, qualifyReferral(config.referrals), countDaily('COURSE_COMPLETED')],
      canShareTransaction: true,
    }),
    on(xpAwarded, { inTransaction: [onXpAwarded], canShareTransaction: true }),
    on(xpRevoked, { inTransaction: [onXpRevoked] }),
    on(messageSent, { jobs: [notifyOn(messageSent)] }),
    on(coAuthorAdded, { jobs: [notifyOn(coAuthorAdded)] }),
    on(courseTransferred, { jobs: [notifyOn(courseTransferred)] }),
    on(reviewRequested, { jobs: [notifyOn(reviewRequested)] }),
    on(reviewDecided, { jobs: [notifyOn(reviewDecided)] }),
    on(changesAnnounced, { jobs: [notifyOn(changesAnnounced)] }),
    on(publicationRefused, { jobs: [notifyOn(publicationRefused)] }),
    on(reportDecided, { jobs: [notifyOn(reportDecided)] }),
    on(projectPassed, { inTransaction: [updateBadges], jobs: [addProjectResultJob] }),
    on(projectAssessed, { jobs: [notifyOn(projectAssessed)] }),
    on(streakExtended, { inTransaction: [updateBadges, countDaily('ACTIVE')], canShareTransaction: true }),
    on(streakRepaired, { inTransaction: [updateBadges] }),
    on(battleWon, { inTransaction: [updateBadges] }),
    on(battleFinished, {
      jobs: [notifyOn(battleFinished), addMissedQuestionsJob, recordBattleAnswersJob],
    }),
    on(streakMilestoneReached, {
      jobs: [notifyOn(streakMilestoneReached)],
    }),
    on(badgeChanged, { inTransaction: [invalidateBadgeDefinitions(pubsub)] }),
    on(badgeUnlocked, { jobs: [notifyOn(badgeUnlocked), mintUnlockedBadgeJob] }),
    on(referralQualified, {
      inTransaction: [updateBadges],
      jobs: [notifyOn(referralQualified)],
    }),
    on(invitedRewarded, { jobs: [notifyOn(invitedRewarded)] }),
    on(leaderboardChanged, { inTransaction: [publishLeaderboardChange(pubsub)] }),
    on(leagueRisen, { jobs: [notifyOn(leagueRisen)] }),
    on(contestWon, { inTransaction: [updateBadges] }),
    on(contestStarting, { jobs: [notifyOn(contestStarting)] }),
    on(contestResult, {
      jobs: [notifyOn(contestResult), addContestQuestionsJob, recordContestAnswersJob],
    }),
    on(contestCancelled, { jobs: [notifyOn(contestCancelled)] }),
    on(promotionChanged, { inTransaction: [invalidatePromotionCache(pubsub)] }),
    on(siteSettingsChanged, { inTransaction: [invalidateSiteSettings(pubsub)] }),
    on(runtimeSettingsChanged, { inTransaction: [invalidateRuntimeSettings(pubsub)] }),
    on(subscriptionChanged, {
      jobs: [notifyOn(subscriptionChanged)],
    }),
    on(orderStatusChanged, { jobs: [notifyOn(orderStatusChanged)] }),
    on(walletLinked, { inTransaction: [retryUnmatchedEvents] }),
    on(transactionConfirmed, { inTransaction: [onConfirmed(CHAIN_EFFECTS)] }),
    on(transactionFailed, { inTransaction: [onFailed(CHAIN_EFFECTS)] }),
    on(testSubmitted, { inTransaction: [addTestQuestions] }),
    on(testPassed, { inTransaction: [upgradeCertificate(config.publicUrl)] }),
    on(certificateNameChanged, {
      inTransaction: [onCertificateNameChanged(config.publicUrl), recordCertificateNameChange],
    }),
    on(certificateMinted, { jobs: [notifyOn(certificateMinted)] }),
  ])
}
