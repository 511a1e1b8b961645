import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'

export const xpAwarded = defineFact<{ userId: UserId; xp: number; at: string; source: string }>(
  'rewards.xp_awarded',
)

/** XP was wrongly given, and is taken back. */
export const xpTaken = defineFact<{ userId: UserId; xp: number; at: string }>('rewards.xp_taken')

/** Today counts: the first activity of a calendar day. */
export const streakExtended = defineFact<{ userId: UserId; currentDays: number; at: string }>(
  'rewards.streak_extended',
)

export const streakMilestoneReached = defineFact<{ userId: UserId; days: number; gems: number; at: string }>(
  'rewards.streak_milestone_reached',
)
