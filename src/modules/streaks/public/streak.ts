/**
 * The rules of streaks, as pure functions. A streak is a run of consecutive days with a learning activity, in the
 * calendar of the user's time zone at each activity.
 */

export const MAX_FREEZES = 2
export const FREEZE_PRICE_GEMS = 50

export interface StreakMilestone {
  days: number
  gems: number
}

export const STREAK_MILESTONES: readonly StreakMilestone[] = [
  { days: 3, gems: 5 },
  { days: 7, gems: 15 },
  { days: 14, gems: 30 },
  { days: 30, gems: 75 },
  { days: 50, gems: 120 },
  { days: 100, gems: 250 },
  { days: 365, gems: 1_000 },
]

/** A calendar day as `2026-11-02`, so that text order is date order. */
export type Day = string

export interface StreakState {
  currentDays: number
  longestDays: number
  /** The first day of the current streak. */
  startedOn: Day | null
  /** The last day that counted or that a freeze covered. */
  lastDay: Day | null
  /** The time and the time zone of the last activity, whether it counted or not. */
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

export interface ZonedMoment {
  at: Date
  /** The user's IANA time zone at that moment. */
  zone: string
}

export interface ActivityResult {
  state: StreakState
  isNewDay: boolean
  /** Missed days that this activity covered with freezes. */
  frozenDays: Day[]
  milestone: StreakMilestone | null
}

export function dayOf({ at, zone }: ZonedMoment): Day {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}

/** The moment at which the day of a moment began. Where the clock skips midnight, it is the first moment after it. */
export function startOfDay({ at, zone }: ZonedMoment): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).startOfDay()
  return new Date(start.epochMilliseconds)
}

/** Returns the streak after an activity. An activity older than the last stored one changes nothing. */
export function applyActivity(state: StreakState, moment: ZonedMoment): ActivityResult {
  if (isLate(state, moment)) return { state, isNewDay: false, frozenDays: [], milestone: null }
  const lastActivity = { lastAt: moment.at, lastZone: moment.zone }
  if (!isNewStreakDay(state, moment)) {
    return { state: { ...state, ...lastActivity }, isNewDay: false, frozenDays: [], milestone: null }
  }

  const { state: current, frozenDays } = applyMissedDays(state, moment)
  const today = dayOf(moment)
  const currentDays = current.currentDays + 1
  return {
    state: {
      ...current,
      ...lastActivity,
      currentDays,
      longestDays: Math.max(current.longestDays, currentDays),
      startedOn: current.currentDays === 0 ? today : current.startedOn,
      lastDay: today,
    },
    isNewDay: true,
    frozenDays,
    milestone: STREAK_MILESTONES.find(({ days }) => days === currentDays) ?? null,
  }
}

/** Covers missed days with freezes if there are enough for all of them; otherwise the streak ends. */
export function applyMissedDays(
  state: StreakState,
  moment: ZonedMoment,
): { state: StreakState; frozenDays: Day[] } {
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
  /** Missed days that a freeze covers and that are not stored yet. */
  frozenDays: Day[]
  nextMilestone: StreakMilestone | null
}

/** Returns the streak at a moment, with the days missed since the last activity applied. */
export function streakAsOf(state: StreakState, moment: ZonedMoment): StreakView {
  const { state: current, frozenDays } = applyMissedDays(state, moment)
  return {
    currentDays: current.currentDays,
    longestDays: current.longestDays,
    freezes: current.freezes,
    isTodayDone: !isNewStreakDay(state, moment),
    frozenDays,
    nextMilestone: STREAK_MILESTONES.find(({ days }) => days > current.currentDays) ?? null,
  }
}

export const CALENDAR_DAYS = 35

export interface CalendarDay {
  date: Day
  status: 'DONE' | 'FROZEN'
}

/** Returns the last `CALENDAR_DAYS` days, with frozen days that are not stored yet. */
export function buildCalendar(
  storedDays: readonly CalendarDay[],
  { frozenDays }: StreakView,
  moment: ZonedMoment,
): CalendarDay[] {
  const first = Temporal.PlainDate.from(dayOf(moment))
    .subtract({ days: CALENDAR_DAYS - 1 })
    .toString()
  const frozen = frozenDays.map((date) => ({ date, status: 'FROZEN' as const }))
  return [...storedDays.filter(({ date }) => date >= first), ...frozen]
}

function isLate({ lastAt }: StreakState, { at }: ZonedMoment): boolean {
  return lastAt !== null && at <= lastAt
}

/**
 * A date counts once, even if the user repeats it by travelling west. A later date is not a new day if both time zones,
 * the last and the current, put both activities on one day.
 */
function isNewStreakDay(state: StreakState, moment: ZonedMoment): boolean {
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
 * Returns whole days without activity. Compares the calendar of the current time zone with that of the last activity
 * and takes the one with fewer missed days. The result uses dates of the current calendar, the latest before today,
 * and stops at one day more than freezes can cover.
 */
function missedDays({ lastDay, lastAt, lastZone }: StreakState, moment: ZonedMoment): Day[] {
  if (lastDay === null || lastAt === null || lastZone === null) return []
  const missedIn = (zone: string) => {
    const lastActivityDay = dayOf({ at: lastAt, zone })
    return daysBetween(
      lastActivityDay > lastDay ? lastActivityDay : lastDay,
      dayOf({ at: moment.at, zone }),
      zone,
    )
  }
  const missed = missedIn(moment.zone)
  if (missed.length === 0 || moment.zone === lastZone) return missed
  return missed.slice(Math.max(0, missed.length - missedIn(lastZone).length))
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

/** A time zone that moved across the date line skipped a date: Samoa had no 30 December 2011. */
function isInCalendar(day: Temporal.PlainDate, zone: string): boolean {
  return day.toZonedDateTime(zone).toPlainDate().equals(day)
}
