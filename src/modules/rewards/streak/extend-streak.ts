import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { streakExtended, streakMilestoneReached } from '../events.ts'
import { rewardUser } from '../ledger/reward-user.ts'
import { lockStreakNoting, updateStreak } from './queries.ts'
import { extend, type Milestone } from './streak.ts'

export interface ExtendStreak {
  userId: UserId
  timeZone: string
  now: Date
}

export interface ExtendedStreak {
  currentDays: number
  longestDays: number
  isNewDay: boolean
  milestone: Milestone | null
}

/** Counts today for a learner, once, and pays the milestone that it reaches. */
export async function extendStreak(tx: Tx, { userId, timeZone, now }: ExtendStreak): Promise<ExtendedStreak> {
  const moment = { at: now, zone: timeZone }
  const before = await lockStreakNoting(tx, userId, moment)
  const { state, isNewDay, frozenDays, milestone } = extend(before, moment)
  const { currentDays, longestDays } = state
  // That there was an activity is noted already, and nothing else has changed.
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
