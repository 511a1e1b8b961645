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
export async function extendStreak(tx: Tx, activity: ExtendStreak): Promise<StreakResult> {
  const [result] = await extendStreaks(tx, [activity])
  return result!
}

/** Extends the streaks of different users, in the order of their ids. */
export async function extendStreaks(tx: Tx, requests: readonly ExtendStreak[]): Promise<StreakResult[]> {
  const activities = requests.map(({ userId, timeZone, now, activity = { at: now, zone: timeZone } }) => ({
    userId,
    ...activity,
  }))
  const before = await lockStreakAndRecordActivity.all(tx, activities)
  const extended = requests.map(({ userId, timeZone, now }, index) => ({
    userId,
    now,
    ...applyActivity(before[index]!, activities[index]!),
    timeZone,
  }))
  // The activity of the others is already stored, and nothing else changes.
  await storeNewDays(
    tx,
    extended.filter(({ isNewDay }) => isNewDay),
  )
  return extended.map(({ state, isNewDay, milestone, timeZone, now }) => ({
    currentDays: streakAsOf(state, { at: now, zone: timeZone }).currentDays,
    longestDays: state.longestDays,
    isNewDay,
    milestone,
  }))
}

type ExtendedStreak = ReturnType<typeof applyActivity> & Pick<ExtendStreak, 'userId' | 'now'>

async function storeNewDays(tx: Tx, extended: readonly ExtendedStreak[]): Promise<void> {
  await Promise.all([
    updateStreak.all(
      tx,
      extended.map(({ userId, state, frozenDays }) => ({
        userId,
        state,
        days: [...calendarDays(frozenDays, 'FROZEN'), ...calendarDays([state.lastDay!], 'DONE')],
      })),
    ),
    ...extended.map((each) => payMilestone(tx, each)),
  ])
  for (const { userId, state, now } of extended)
    tx.emit(streakExtended({ userId, currentDays: state.currentDays, at: now.toISOString() }))
  for (const { userId, milestone, now } of extended)
    if (milestone) tx.emit(streakMilestoneReached({ userId, ...milestone, at: now.toISOString() }))
}

async function payMilestone(tx: Tx, { userId, state, milestone, now }: ExtendedStreak): Promise<void> {
  if (!milestone) return
  await rewardUser(tx, {
    userId,
    xp: 0,
    gems: milestone.gems,
    source: milestoneSource(userId, state, milestone),
    reason: 'streak milestone',
    now,
  })
}

/** A milestone is paid once per streak. */
export function milestoneSource(
  userId: UserId,
  { startedOn }: Pick<StreakRun, 'startedOn'>,
  { days }: StreakMilestone,
): string {
  return `streak:${userId}:${startedOn}:${days}`
}
