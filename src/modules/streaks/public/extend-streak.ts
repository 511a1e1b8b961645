import { streakExtended, streakMilestoneReached } from '../../../events/streaks.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { rewardUser } from '../../ledger/public/reward-user.ts'
import { lockStreakAndRecordActivity, updateStreak } from '../queries.ts'
import { applyActivity, type StreakMilestone } from './streak.ts'

export interface ExtendStreak {
  userId: UserId
  timeZone: string
  now: Date
}

export interface StreakResult {
  currentDays: number
  longestDays: number
  isNewDay: boolean
  milestone: StreakMilestone | null
}

/** Counts today, once, and pays the milestone that the streak reaches. */
export async function extendStreak(tx: Tx, { userId, timeZone, now }: ExtendStreak): Promise<StreakResult> {
  const moment = { at: now, zone: timeZone }
  const before = await lockStreakAndRecordActivity(tx, userId, moment)
  const { state, isNewDay, frozenDays, milestone } = applyActivity(before, moment)
  const { currentDays, longestDays } = state
  // The activity is already stored, and nothing else changes.
  if (!isNewDay) return { currentDays, longestDays, isNewDay, milestone }

  const at = now.toISOString()
  await Promise.all([
    updateStreak(tx, userId, state, { done: state.lastDay, frozen: frozenDays }),
    milestone &&
      rewardUser(tx, {
        userId,
        xp: 0,
        gems: milestone.gems,
        source: `streak:${userId}:${state.startedOn}:${milestone.days}`,
        reason: 'streak milestone',
        now,
      }),
  ])
  tx.emit(streakExtended({ userId, currentDays, at }))
  if (milestone) tx.emit(streakMilestoneReached({ userId, ...milestone, at }))
  return { currentDays, longestDays, isNewDay, milestone }
}
