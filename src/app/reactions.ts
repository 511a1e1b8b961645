import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
import { projectPassed } from '../modules/capstones/events.ts'
import { forgetSubmissions } from '../modules/capstones/learner-data.ts'
import { withdrawParticipant } from '../modules/contests/entry/participant-data.ts'
import { boardChanged, contestWon } from '../modules/contests/events.ts'
import { announceBoard } from '../modules/contests/ranking/announce-board.ts'
import { accountDeleted, sessionsRevoked, userRegistered } from '../modules/identity/events.ts'
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
import type { Config } from '../platform/config.ts'
import type { Live } from '../platform/live/live.ts'
import { type Reactions, reactionTable, when } from '../platform/reactions.ts'

/** When this happens, these happen: the whole table. */
export function createReactions(config: Config, live: Live): Reactions {
  const toBadges = advanceBadges(config.publicUrl)
  return reactionTable([
    when(sessionsRevoked, { now: [announceRevocations(live)] }),
    when(accountDeleted, {
      now: [
        withdrawParticipant,
        forgetLearner,
        forgetBadges,
        hideDeletedUser,
        forgetAudience,
        forgetReferrals,
        forgetSubmissions,
      ],
      later: [deleteAvatar],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges, noteLesson()] }),
    when(courseCompleted, { now: [toBadges, qualifyReferral(config.referrals)] }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(projectPassed, { now: [toBadges] }),
    when(streakExtended, { now: [toBadges] }),
    when(boardChanged, { now: [announceBoard(live)] }),
    when(contestWon, { now: [toBadges] }),
    when(userRegistered, { now: [welcomeNewcomer(config.referrals)] }),
    when(referralQualified, { now: [toBadges] }),
    when(promotionChanged, { now: [announcePromotions(live)] }),
  ])
}
