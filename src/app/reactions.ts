import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { confirmMint, failMint } from '../modules/badges/end-mint.ts'
import { badgeUnlocked } from '../modules/badges/events.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
import { mintUnlocked } from '../modules/badges/jobs.ts'
import { forgetCertificates } from '../modules/certificates/certificate-data.ts'
import { confirmStep, failStep } from '../modules/certificates/end-step.ts'
import {
  accountDeleted,
  accountTakenOver,
  sessionsRevoked,
  userRegistered,
} from '../modules/identity/events.ts'
import { announceRevocations } from '../modules/identity/sessions/revocations.ts'
import { addPeriodXp } from '../modules/leaderboards/add-period-xp.ts'
import { hideDeletedUser } from '../modules/leaderboards/hide-user.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../modules/learning/events.ts'
import { forgetLearner } from '../modules/learning/progress/learner-data.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import { forgetAudience } from '../modules/promotions/audience-data.ts'
import { promotionChanged } from '../modules/promotions/events.ts'
import { announcePromotions } from '../modules/promotions/held-promotions.ts'
import { referralQualified } from '../modules/referrals/events.ts'
import { forgetReferrals } from '../modules/referrals/member-data.ts'
import { noteLesson } from '../modules/referrals/note-lesson.ts'
import { qualifyReferral } from '../modules/referrals/qualify-referral.ts'
import { welcomeNewcomer } from '../modules/referrals/welcome-newcomer.ts'
import { streakExtended, xpAwarded } from '../modules/rewards/events.ts'
import { confirmBatch, undoBatch } from '../modules/settlement/end-batch.ts'
import { makeWallet } from '../modules/wallet/accounts/make-wallet.ts'
import { forgetProofs } from '../modules/wallet/forget-wallet.ts'
import type { Chain } from '../platform/chain/chain.ts'
import { transactionConfirmed, transactionFailed } from '../platform/chain/relayer/events.ts'
import type { Config } from '../platform/config.ts'
import type { Live } from '../platform/live/live.ts'
import { type Reactions, reactionTable, when } from '../platform/reactions.ts'

/** When this happens, these happen: the whole table. */
export function createReactions(config: Config, live: Live, chain: Chain): Reactions {
  const toBadges = advanceBadges(config.publicUrl)
  return reactionTable([
    when(sessionsRevoked, { now: [announceRevocations(live)] }),
    when(userRegistered, {
      now: [
        makeWallet((owner, salt) => chain.accountAddress(owner, salt)),
        welcomeNewcomer(config.referrals),
      ],
    }),
    when(accountTakenOver, { now: [forgetProofs] }),
    when(accountDeleted, {
      now: [
        forgetLearner,
        forgetBadges,
        hideDeletedUser,
        forgetAudience,
        forgetReferrals,
        forgetProofs,
        forgetCertificates,
      ],
      later: [deleteAvatar],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges, noteLesson()] }),
    when(courseCompleted, { now: [toBadges, qualifyReferral(config.referrals)] }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(streakExtended, { now: [toBadges] }),
    when(referralQualified, { now: [toBadges] }),
    when(badgeUnlocked, { later: [mintUnlocked] }),
    when(promotionChanged, { now: [announcePromotions(live)] }),
    when(transactionConfirmed, { now: [confirmBatch, confirmStep, confirmMint] }),
    when(transactionFailed, { now: [undoBatch, failStep, failMint] }),
  ])
}
