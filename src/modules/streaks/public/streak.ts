import { HOUR_MS } from '../../../platform/clock.ts'

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

/** The current streak. */
export interface StreakRun {
  currentDays: number
  longestDays: number
  /** The first day of the current streak. */
  startedOn: Day | null
  /** The last day that counted or that a freeze or a repair covered. */
  lastDay: Day | null
  /** The time and the time zone of the last activity, whether it counted or not. */
  lastAt: Date | null
  lastZone: string | null
  freezes: number
}

/** The current streak, and the one that ended before it and was not repaired. */
export interface StreakState extends StreakRun {
  /** 0 if no streak ended, or the last one that ended was repaired. */
  lostDays: number
  lostStartedOn: Day | null
  lostLastDay: Day | null
  /** When the streak ended: a day began, and more days were missed than there were freezes. */
  lostAt: Date | null
  repairedOn: Day | null
}

export const NO_STREAK: StreakState = {
  currentDays: 0,
  longestDays: 0,
  startedOn: null,
  lastDay: null,
  lastAt: null,
  lastZone: null,
  freezes: 0,
  lostDays: 0,
  lostStartedOn: null,
  lostLastDay: null,
  lostAt: null,
  repairedOn: null,
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
  const { isOver, frozenDays } = coverMissedDays(state, moment)
  if (isOver) {
    const { currentDays: lostDays, startedOn: lostStartedOn, lastDay: lostLastDay } = state
    const lostAt = endOf(state, moment.zone)
    return {
      state: { ...state, currentDays: 0, lostDays, lostStartedOn, lostLastDay, lostAt },
      frozenDays,
    }
  }
  if (frozenDays.length === 0) return { state, frozenDays }
  const freezes = state.freezes - frozenDays.length
  return { state: { ...state, freezes, lastDay: frozenDays.at(-1)! }, frozenDays }
}

function coverMissedDays(run: StreakRun, moment: ZonedMoment): { isOver: boolean; frozenDays: Day[] } {
  const missed =
    run.currentDays === 0 || isLate(run, moment) || isRecent(run, moment) ? [] : missedDays(run, moment)
  const isOver = missed.length > run.freezes
  return { isOver, frozenDays: isOver ? [] : missed }
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
export function streakAsOf(run: StreakRun, moment: ZonedMoment): StreakView {
  const { isOver, frozenDays } = coverMissedDays(run, moment)
  const currentDays = isOver ? 0 : run.currentDays
  return {
    currentDays,
    longestDays: run.longestDays,
    freezes: run.freezes - frozenDays.length,
    isTodayDone: !isNewStreakDay(run, moment),
    frozenDays,
    nextMilestone: STREAK_MILESTONES.find(({ days }) => days > currentDays) ?? null,
  }
}

/** The `currentDays` of `streakAsOf` alone, for lists of many users. */
export function currentDaysAsOf(run: StreakRun, moment: ZonedMoment): number {
  return coverMissedDays(run, moment).isOver ? 0 : run.currentDays
}

export const CALENDAR_DAYS = 35

export interface CalendarDay {
  date: Day
  status: 'DONE' | 'FROZEN' | 'REPAIRED'
}

export function calendarDays(days: readonly Day[], status: CalendarDay['status']): CalendarDay[] {
  return days.map((date) => ({ date, status }))
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
  return [...storedDays.filter(({ date }) => date >= first), ...calendarDays(frozenDays, 'FROZEN')]
}

function isLate({ lastAt }: StreakRun, { at }: ZonedMoment): boolean {
  return lastAt !== null && at <= lastAt
}

/** No day of any time zone is shorter. A day on which the clock moves forward by three hours has 21 hours. */
export const SHORTEST_DAY_MS = 18 * HOUR_MS

/** The last activity is so recent that no whole day lies between it and the moment, in any time zone. */
function isRecent({ lastAt }: StreakRun, { at }: ZonedMoment): boolean {
  return lastAt !== null && at.getTime() - lastAt.getTime() < SHORTEST_DAY_MS
}

/**
 * A date counts once, even if the user has it twice after a flight. A later date is not a new day if both time zones,
 * the last and the current, put both activities on one day.
 */
function isNewStreakDay(state: StreakRun, moment: ZonedMoment): boolean {
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
function missedDays({ lastDay, lastAt, lastZone }: StreakRun, moment: ZonedMoment): Day[] {
  if (lastDay === null || lastAt === null || lastZone === null) return []
  const missedIn = (zone: string) =>
    daysBetween(lastDayIn(zone, { lastDay, lastAt }), dayOf({ at: moment.at, zone }), zone, MAX_FREEZES + 1)
  const missed = missedIn(moment.zone)
  if (missed.length === 0 || moment.zone === lastZone) return missed
  return missed.slice(Math.max(0, missed.length - missedIn(lastZone).length))
}

/** When a streak with missed days ended: in the calendar, of the current or the last time zone, in which it lasted longer. */
function endOf({ lastDay, lastAt, lastZone, freezes }: StreakRun, zone: string): Date {
  const endIn = (calendar: string) => {
    let day = Temporal.PlainDate.from(lastDayIn(calendar, { lastDay: lastDay!, lastAt: lastAt! }))
    let missed = 0
    while (missed <= freezes) {
      day = day.add({ days: 1 })
      if (isInCalendar(day, calendar)) missed++
    }
    return day.add({ days: 1 }).toZonedDateTime(calendar).epochMilliseconds
  }
  return new Date(Math.max(endIn(zone), endIn(lastZone!)))
}

/** The last day that counted, or the day of the last activity if it is later in this calendar. */
function lastDayIn(zone: string, { lastDay, lastAt }: { lastDay: Day; lastAt: Date }): Day {
  const lastActivityDay = dayOf({ at: lastAt, zone })
  return lastActivityDay > lastDay ? lastActivityDay : lastDay
}

/** The latest `limit` days between two days, without both. */
export function daysBetween(from: Day, to: Day, zone: string, limit: number): Day[] {
  const days: Day[] = []
  let day = Temporal.PlainDate.from(to).subtract({ days: 1 })
  while (day.toString() > from && days.length < limit) {
    if (isInCalendar(day, zone)) days.unshift(day.toString())
    day = day.subtract({ days: 1 })
  }
  return days
}

/** A time zone that moved across the date line skipped a date: Samoa had no 30 December 2011. */
function isInCalendar(day: Temporal.PlainDate, zone: string): boolean {
  return day.toZonedDateTime(zone).toPlainDate().equals(day)
}
