import { addMs, HOUR_MS } from '../../../platform/clock.ts'
import {
  applyMissedDays,
  type Day,
  dayOf,
  daysBetween,
  STREAK_MILESTONES,
  type StreakMilestone,
  type StreakState,
  type ZonedMoment,
} from './streak.ts'

/** The rules of repairing a streak that ended, as pure functions. */

export const REPAIR_PRICE_GEMS = 100
export const REPAIR_WINDOW_MS = 48 * HOUR_MS

export type RepairRefusal = 'NOTHING_LOST' | 'TOO_LATE' | 'USED_THIS_MONTH'

export interface StreakRepair {
  /** The length of the streak after the repair. */
  days: number
  /** The repair is refused from then on. */
  until: Date
}

/** Returns what a repair would restore, or why it is refused. A month is one of the user's calendar. */
export function findRepair(state: StreakState, moment: ZonedMoment): StreakRepair | RepairRefusal {
  const { lostDays, lostAt, currentDays, repairedOn } = applyMissedDays(state, moment).state
  if (lostAt === null) return 'NOTHING_LOST'
  const until = addMs(lostAt, REPAIR_WINDOW_MS)
  if (moment.at >= until) return 'TOO_LATE'
  // A user who flies west at the end of a month has the earlier month again.
  if (repairedOn !== null && monthOf(repairedOn) >= monthOf(dayOf(moment))) return 'USED_THIS_MONTH'
  return { days: lostDays + currentDays, until }
}

export interface RepairResult {
  state: StreakState
  /** Days after the lost streak that the repair covers. */
  repairedDays: Day[]
  /** Days of the current streak that freezes covered and that are not stored yet. */
  frozenDays: Day[]
  /** Milestones that the joined streaks reach and the lost one had not. */
  milestones: StreakMilestone[]
}

/**
 * Joins the lost streak and the current one. The missed days between them do not make it longer. Freezes are not used.
 * Call it only if `findRepair` allows it.
 */
export function applyRepair(before: StreakState, moment: ZonedMoment): RepairResult {
  const { state, frozenDays } = applyMissedDays(before, moment)
  const isRunning = state.currentDays > 0
  const end = isRunning ? state.startedOn! : dayOf(moment)
  const repairedDays = daysBetween(state.lostLastDay!, end, moment.zone, Number.POSITIVE_INFINITY)
  const currentDays = state.lostDays + state.currentDays
  return {
    state: {
      ...state,
      currentDays,
      longestDays: Math.max(state.longestDays, currentDays),
      startedOn: state.lostStartedOn,
      lastDay: isRunning ? state.lastDay : (repairedDays.at(-1) ?? state.lastDay),
      lostDays: 0,
      lostStartedOn: null,
      lostLastDay: null,
      lostAt: null,
      repairedOn: dayOf(moment),
    },
    repairedDays,
    frozenDays,
    milestones: STREAK_MILESTONES.filter(({ days }) => days > state.lostDays && days <= currentDays),
  }
}

/** `2026-11` of `2026-11-02`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7)
}
