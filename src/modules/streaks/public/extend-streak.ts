import { streakExtended, streakMilestoneReached } from '../../../events/streaks.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { rewardUser } from '../../ledger/public/reward-user.ts'
import { lockStreakAndRecordActivity, updateStreak } from '../queries.ts'
import {
  applyActivity,
  calendarDays,
  type StreakMilestone,
  type StreakRun,
  streakAsOf,
  type ZonedMoment,
} from './streak.ts'

export interface ExtendStreak {
  userId: UserId
  /** The current one. */
  timeZone: string
  /** When the activity happened, and the time zone of the user then; by default now. They decide the day. */
  activity?: ZonedMoment
  now: Date
}

export interface StreakResult {
  currentDays: number
  longestDays: number
  isNewDay: boolean
  milestone: StreakMilestone | null
}

/**
 * Counts the day of an activity, once, and pays the milestone that the streak reaches. Returns the streak as it is now,
 * which may have ended since an activity that is reported later.
 */
export async function extendStreak(
  tx: Tx,
  { userId, timeZone, now, activity = { at: now, zone: timeZone } }: ExtendStreak,
): Promise<StreakResult> {
  const before = await lockStreakAndRecordActivity(tx, { userId, ...activity })
  const { state, isNewDay, frozenDays, milestone } = applyActivity(before, activity)
  const { longestDays } = state
  const { currentDays } = streakAsOf(state, { at: now, zone: timeZone })
  // The activity is already stored, and nothing else changes.
  if (!isNewDay) return { currentDays, longestDays, isNewDay, milestone }

  await Promise.all([
    updateStreak(tx, userId, state, [
      ...calendarDays(frozenDays, 'FROZEN'),
      ...calendarDays([state.lastDay!], 'DONE'),
    ]),
    milestone &&
      rewardUser(tx, {
        userId,
        xp: 0,
        gems: milestone.gems,
        source: milestoneSource(userId, state, milestone),
        reason: 'streak milestone',
        now,
      }),
  ])
  const emittedAt = now.toISOString()
  tx.emit(streakExtended({ userId, currentDays: state.currentDays, at: emittedAt }))
  if (milestone) tx.emit(streakMilestoneReached({ userId, ...milestone, at: emittedAt }))
  return { currentDays, longestDays, isNewDay, milestone }
}

/** A milestone is paid once per streak. */
export function milestoneSource(
  userId: UserId,
  { startedOn }: Pick<StreakRun, 'startedOn'>,
  { days }: StreakMilestone,
): string {
  return `streak:${userId}:${startedOn}:${days}`
}
