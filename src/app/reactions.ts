import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
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
import { streakExtended, xpAwarded } from '../modules/rewards/events.ts'
import { confirmBatch, undoBatch } from '../modules/settlement/end-batch.ts'
import { forgetSubscriptions } from '../modules/subscriptions/personal-data.ts'
import { makeWallet } from '../modules/wallet/accounts/make-wallet.ts'
import { walletLinked } from '../modules/wallet/events.ts'
import { forgetProofs } from '../modules/wallet/forget-wallet.ts'
import { forgetInbox } from '../modules/webhooks/inbox/personal-data.ts'
import { takeUpWaiting } from '../modules/webhooks/inbox/take-up-waiting.ts'
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
    when(userRegistered, { now: [makeWallet((owner, salt) => chain.accountAddress(owner, salt))] }),
    when(accountTakenOver, { now: [forgetProofs] }),
    when(accountDeleted, {
      now: [forgetLearner, forgetBadges, hideDeletedUser, forgetProofs, forgetSubscriptions, forgetInbox],
      later: [deleteAvatar],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges] }),
    when(courseCompleted, { now: [toBadges] }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(streakExtended, { now: [toBadges] }),
    when(walletLinked, { now: [takeUpWaiting] }),
    when(transactionConfirmed, { now: [confirmBatch] }),
    when(transactionFailed, { now: [undoBatch] }),
  ])
}
