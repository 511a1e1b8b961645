/**
 * Streaks: days in a row on which something was learned, by the calendar of wherever the learner was. Pure; the
 * three questions (does this count, what was missed, what holds today) are answered in one place each.
 */

export const MAX_FREEZES = 2
export const FREEZE_PRICE_GEMS = 50

export interface Milestone {
  days: number
  gems: number
}

export const MILESTONES: readonly Milestone[] = [
  { days: 3, gems: 5 },
  { days: 7, gems: 15 },
  { days: 14, gems: 30 },
  { days: 30, gems: 75 },
  { days: 50, gems: 120 },
  { days: 100, gems: 250 },
  { days: 365, gems: 1_000 },
]

/** A calendar day as `2026-11-02`: such texts are ordered as their days are. */
export type Day = string

export interface StreakState {
  currentDays: number
  longestDays: number
  /** The first day of the present run. */
  startedOn: Day | null
  /** The last day that counted, or that a freeze saved. */
  lastDay: Day | null
  /** The last activity, whether it counted or not, and where it was. */
  lastAt: Date | null
  lastZone: string | null
  freezes: number
}

export const NO_STREAK: StreakState = {
  currentDays: 0,
  longestDays: 0,
  startedOn: null,
  lastDay: null,
  lastAt: null,
  lastZone: null,
  freezes: 0,
}

export interface Moment {
  at: Date
  /** The IANA time zone in which the learner is at that moment. */
  zone: string
}

export interface Extension {
  state: StreakState
  isNewDay: boolean
  /** Missed days that were saved just now. */
  frozenDays: Day[]
  milestone: Milestone | null
}

export function dayOf({ at, zone }: Moment): Day {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}

/** The streak after an activity. What comes late, after a later activity was noted, changes nothing. */
export function extend(state: StreakState, moment: Moment): Extension {
  if (isLate(state, moment)) return { state, isNewDay: false, frozenDays: [], milestone: null }
  const noted = { lastAt: moment.at, lastZone: moment.zone }
  if (!countsAnew(state, moment)) {
    return { state: { ...state, ...noted }, isNewDay: false, frozenDays: [], milestone: null }
  }

  const { state: reckoned, frozenDays } = reckonMissed(state, moment)
  const today = dayOf(moment)
  const currentDays = reckoned.currentDays + 1
  return {
    state: {
      ...reckoned,
      ...noted,
      currentDays,
      longestDays: Math.max(reckoned.longestDays, currentDays),
      startedOn: reckoned.currentDays === 0 ? today : reckoned.startedOn,
      lastDay: today,
    },
    isNewDay: true,
    frozenDays,
    milestone: MILESTONES.find(({ days }) => days === currentDays) ?? null,
  }
}

/** Days that went by are paid for with freezes, when there are enough for all of them; else the streak is over. */
export function reckonMissed(state: StreakState, moment: Moment): { state: StreakState; frozenDays: Day[] } {
  const missed = state.currentDays === 0 || isLate(state, moment) ? [] : missedDays(state, moment)
  if (missed.length === 0) return { state, frozenDays: [] }
  if (missed.length > state.freezes) return { state: { ...state, currentDays: 0 }, frozenDays: [] }
  const freezes = state.freezes - missed.length
  return { state: { ...state, freezes, lastDay: missed.at(-1)! }, frozenDays: missed }
}

export interface StreakView {
  currentDays: number
  longestDays: number
  freezes: number
  isTodayDone: boolean
  /** Missed days that a freeze saves, although nothing was written yet. */
  frozenDays: Day[]
  nextMilestone: Milestone | null
}

/** The streak as it is today: what was missed since the last activity is already reckoned with. */
export function viewStreak(state: StreakState, moment: Moment): StreakView {
  const { state: reckoned, frozenDays } = reckonMissed(state, moment)
  return {
    currentDays: reckoned.currentDays,
    longestDays: reckoned.longestDays,
    freezes: reckoned.freezes,
    isTodayDone: !countsAnew(state, moment),
    frozenDays,
    nextMilestone: MILESTONES.find(({ days }) => days > reckoned.currentDays) ?? null,
  }
}

export const CALENDAR_DAYS = 35

export interface CalendarDay {
  date: Day
  status: 'DONE' | 'FROZEN'
}

/** The last days up to today, with those that a freeze saves although nothing was written yet. */
export function showCalendar(
  written: readonly CalendarDay[],
  { frozenDays }: StreakView,
  moment: Moment,
): CalendarDay[] {
  const first = Temporal.PlainDate.from(dayOf(moment))
    .subtract({ days: CALENDAR_DAYS - 1 })
    .toString()
  const frozen = frozenDays.map((date) => ({ date, status: 'FROZEN' as const }))
  return [...written.filter(({ date }) => date >= first), ...frozen]
}

function isLate({ lastAt }: StreakState, { at }: Moment): boolean {
  return lastAt !== null && at <= lastAt
}

/**
 * A date counts once: whoever flies west and lives it again gains nothing. And a later date is no new day when it
 * is the same day as the last activity by both calendars, the one left and the one come to: a clock that is only
 * set forward gains nothing either.
 */
function countsAnew(state: StreakState, moment: Moment): boolean {
  const { lastDay, lastAt, lastZone } = state
  if (lastDay === null || lastAt === null || lastZone === null) return true
  const today = dayOf(moment)
  if (isLate(state, moment) || today <= lastDay) return false
  return (
    dayOf({ at: lastAt, zone: moment.zone }) !== today ||
    dayOf({ at: lastAt, zone: lastZone }) !== dayOf({ at: moment.at, zone: lastZone })
  )
}

/**
 * Whole days without activity, by the kinder of two calendars: that of the place now, and that of the place of the
 * last activity. They are named by the calendar of now, and are the latest days before today. Of more than freezes
 * could save, only as many are named as show it.
 */
function missedDays({ lastDay, lastAt, lastZone }: StreakState, moment: Moment): Day[] {
  if (lastDay === null || lastAt === null || lastZone === null) return []
  const missedIn = (zone: string) => {
    const lastThere = dayOf({ at: lastAt, zone })
    return daysBetween(lastThere > lastDay ? lastThere : lastDay, dayOf({ at: moment.at, zone }), zone)
  }
  const here = missedIn(moment.zone)
  if (here.length === 0 || moment.zone === lastZone) return here
  const there = missedIn(lastZone)
  return here.slice(Math.max(0, here.length - there.length))
}

function daysBetween(from: Day, to: Day, zone: string): Day[] {
  const days: Day[] = []
  let day = Temporal.PlainDate.from(to).subtract({ days: 1 })
  while (day.toString() > from && days.length <= MAX_FREEZES) {
    if (isInCalendar(day, zone)) days.unshift(day.toString())
    day = day.subtract({ days: 1 })
  }
  return days
}

/** Some places left a date out when they moved to the other side of the date line: nobody could learn on it. */
function isInCalendar(day: Temporal.PlainDate, zone: string): boolean {
  return day.toZonedDateTime(zone).toPlainDate().equals(day)
}
