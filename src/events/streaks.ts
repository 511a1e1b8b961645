import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** The first activity of a calendar day. */
export const streakExtended = defineEvent<{ userId: UserId; currentDays: number; at: string }>(
  'streaks.streak_extended',
)

/** The user paid to restore a streak that had ended. */
export const streakRepaired = defineEvent<{ userId: UserId; currentDays: number; at: string }>(
  'streaks.streak_repaired',
)

export const streakMilestoneReached = defineEvent<{ userId: UserId; days: number; gems: number; at: string }>(
  'streaks.streak_milestone_reached',
)
