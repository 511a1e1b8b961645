import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
import { withdrawParticipant } from '../modules/contests/entry/participant-data.ts'
import { boardChanged, contestWon } from '../modules/contests/events.ts'
import { announceBoard } from '../modules/contests/ranking/announce-board.ts'
import { accountDeleted, sessionsRevoked } from '../modules/identity/events.ts'
import { announceRevocations } from '../modules/identity/sessions/revocations.ts'
import { addPeriodXp } from '../modules/leaderboards/add-period-xp.ts'
import { hideDeletedUser } from '../modules/leaderboards/hide-user.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../modules/learning/events.ts'
import { forgetLearner } from '../modules/learning/progress/learner-data.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
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
      now: [withdrawParticipant, forgetLearner, forgetBadges, hideDeletedUser],
      later: [deleteAvatar],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges] }),
    when(courseCompleted, { now: [toBadges] }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(streakExtended, { now: [toBadges] }),
    when(boardChanged, { now: [announceBoard(live)] }),
    when(contestWon, { now: [toBadges] }),
  ])
}
