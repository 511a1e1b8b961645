import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export const xpAwarded = defineEvent<{ userId: UserId; xp: number; at: string; source: string }>(
  'ledger.xp_awarded',
)

/** XP was wrongly given, and is taken back. */
export const xpRevoked = defineEvent<{ userId: UserId; xp: number; at: string }>('ledger.xp_revoked')

/** Today counts: the first activity of a calendar day. */
export const streakExtended = defineEvent<{ userId: UserId; currentDays: number; at: string }>(
  'streaks.streak_extended',
)

export const streakMilestoneReached = defineEvent<{ userId: UserId; days: number; gems: number; at: string }>(
  'streaks.streak_milestone_reached',
)
