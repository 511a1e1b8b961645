import { advanceBadges } from '../modules/badges/advance-badges.ts'
import { badgeUnlocked } from '../modules/badges/events.ts'
import { forgetBadges } from '../modules/badges/forget-badges.ts'
import { accountDeleted, sessionsRevoked } from '../modules/identity/events.ts'
import { announceRevocations } from '../modules/identity/sessions/revocations.ts'
import { addPeriodXp } from '../modules/leaderboards/add-period-xp.ts'
import { hideDeletedUser } from '../modules/leaderboards/hide-user.ts'
import { courseCompleted, lessonCompleted, questionAnswered } from '../modules/learning/events.ts'
import { forgetLearner } from '../modules/learning/progress/learner-data.ts'
import { telling } from '../modules/notifications/notices/notices.ts'
import { forgetNotifications } from '../modules/notifications/personal-data.ts'
import { deleteAvatar } from '../modules/profiles/jobs.ts'
import { streakExtended, streakMilestoneReached, xpAwarded } from '../modules/rewards/events.ts'
import type { Config } from '../platform/config.ts'
import type { Live } from '../platform/live/live.ts'
import { type Reactions, reactionTable, when } from '../platform/reactions.ts'

/** When this happens, these happen: the whole table. */
export function createReactions(config: Config, live: Live): Reactions {
  const toBadges = advanceBadges(config.publicUrl)
  return reactionTable([
    when(sessionsRevoked, { now: [announceRevocations(live)] }),
    when(accountDeleted, {
      now: [forgetLearner, forgetBadges, hideDeletedUser, forgetNotifications],
      later: [deleteAvatar],
    }),
    when(questionAnswered, { now: [toBadges] }),
    when(lessonCompleted, { now: [toBadges] }),
    when(courseCompleted, { now: [toBadges] }),
    when(xpAwarded, { now: [addPeriodXp] }),
    when(streakExtended, { now: [toBadges] }),
    when(streakMilestoneReached, {
      later: [telling(streakMilestoneReached, 'rewards.streak_milestone_reached')],
    }),
    when(badgeUnlocked, { later: [telling(badgeUnlocked, 'badges.badge_unlocked')] }),
  ])
}
