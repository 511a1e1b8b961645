import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
import { battleWon } from '../modules/battles/events.ts'
import { forgetPlayer } from '../modules/battles/forget-player.ts'
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
      now: [forgetLearner, forgetBadges, hideDeletedUser, forgetPlayer(live)],
      later: [deleteAvatar],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges] }),
    when(courseCompleted, { now: [toBadges] }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(streakExtended, { now: [toBadges] }),
    when(battleWon, { now: [toBadges] }),
  ])
}
