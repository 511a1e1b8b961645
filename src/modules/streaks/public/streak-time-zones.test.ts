import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import {
  type ActivityResult,
  applyActivity,
  currentDaysAsOf,
  NO_STREAK,
  SHORTEST_DAY_MS,
  type StreakState,
  streakAsOf,
  type ZonedMoment,
} from './streak.ts'

/** Checks the rules in all time zones against a calendar with an independent implementation. */

const ZONES = Intl.supportedValuesOf('timeZone')
const RUNS = Number(process.env.STREAK_RUNS ?? 3_000)
const SEED = Number(process.env.STREAK_SEED ?? 20_261_115)

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date from `Intl`, independent of Temporal. */
function dateIn(zone: string, at: number): string {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  if (!known) formats.set(zone, format)
  return format.format(at)
}

/** The dates that exist in a zone between two moments, each once, without skipped dates. */
function datesLived(zone: string, from: number, to: number): string[] {
  const dates = new Set<string>()
  for (let at = from; at < to; at += 6 * HOUR_MS) dates.add(dateIn(zone, at))
  dates.add(dateIn(zone, to))
  return [...dates]
}

/** Whole dates without activity between two moments in one zone. */
const missedIn = (zone: string, from: number, to: number) =>
  Math.max(0, datesLived(zone, from, to).length - 2)

const zones = fc.constantFrom(...ZONES)
// From before the skipped dates of Kwajalein and Samoa until after the end of today's time zone tables.
const starts = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2037, 0) })
/** Random gaps: minutes, about a day, a few days, and the hours around midnight. */
const gaps = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 * HOUR_MS }) },
  { weight: 5, arbitrary: fc.integer({ min: 16 * HOUR_MS, max: 30 * HOUR_MS }) },
  { weight: 2, arbitrary: fc.integer({ min: 30 * HOUR_MS, max: 52 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 2 * DAY_MS, max: 5 * DAY_MS }) },
)
const freezes = fc.integer({ min: 0, max: 2 })

function journey(start: number, steps: { gap: number; zone: string }[]): ZonedMoment[] {
  let at = start
  return steps.map(({ gap, zone }) => {
    at += gap
    return { at: new Date(at), zone }
  })
}

function follow(
  state: StreakState,
  moments: ZonedMoment[],
  check: (
    before: StreakState,
    extension: ActivityResult,
    moment: ZonedMoment,
    last: ZonedMoment | undefined,
  ) => void,
): StreakState {
  let last: ZonedMoment | undefined
  for (const moment of moments) {
    const extension = applyActivity(state, moment)
    check(state, extension, moment, last)
    state = extension.state
    last = moment
  }
  return state
}

/** The reference for one time zone: days are its dates. */
function expectedStreak(
  zone: string,
  moments: ZonedMoment[],
  initialFreezes: number,
): { currentDays: number; longestDays: number; freezes: number } {
  let [currentDays, longestDays, left] = [0, 0, initialFreezes]
  for (const [index, { at }] of moments.entries()) {
    const before = moments[index - 1]?.at.getTime()
    if (before !== undefined && dateIn(zone, before) === dateIn(zone, at.getTime())) continue
    const missed = before === undefined ? 0 : missedIn(zone, before, at.getTime())
    if (missed > left) currentDays = 0
    else left -= missed
    currentDays++
    longestDays = Math.max(longestDays, currentDays)
  }
  return { currentDays, longestDays, freezes: left }
}

const options = { numRuns: RUNS, seed: SEED }

test('no day of any zone is shorter than the shortest day that streaks assume', () => {
  const short: string[] = []
  for (const zone of ZONES) {
    const start = Temporal.Instant.from('2000-01-01T00:00:00Z').toZonedDateTimeISO(zone)
    let change = start.getTimeZoneTransition('next')
    for (
      ;
      change && change.epochMilliseconds < Date.UTC(2037, 0);
      change = change.getTimeZoneTransition('next')
    ) {
      // The change may be at midnight, between two days.
      for (const day of [change.startOfDay(), change.subtract({ nanoseconds: 1 }).startOfDay()])
        if (day.hoursInDay * HOUR_MS < SHORTEST_DAY_MS) short.push(`${zone} ${day.toPlainDate()}`)
    }
  }
  expect(short).toEqual([])
})

describe('a user in one time zone', () => {
  const life = fc.tuple(zones, starts, fc.array(gaps, { minLength: 1, maxLength: 30 }), freezes)

  test('a streak follows the calendar of the zone, in every zone, over every clock change', () => {
    fc.assert(
      fc.property(life, ([zone, start, waits, initialFreezes]) => {
        const moments = journey(
          start,
          waits.map((gap) => ({ gap, zone })),
        )
        const {
          currentDays,
          longestDays,
          freezes: left,
        } = follow({ ...NO_STREAK, freezes: initialFreezes }, moments, () => {})
        expect({ currentDays, longestDays, freezes: left }).toEqual(
          expectedStreak(zone, moments, initialFreezes),
        )
      }),
      options,
    )
  })

  test('one activity a day at any time never breaks a streak, in every zone, over two years', () => {
    for (const zone of ZONES) {
      let state = NO_STREAK
      let days = 0
      let date = ''
      for (let at = Date.UTC(2023, 11, 31, 12); at < Date.UTC(2026, 0, 2); at += 17 * HOUR_MS) {
        const today = dateIn(zone, at)
        if (today !== date) days++
        date = today
        state = applyActivity(state, { at: new Date(at), zone }).state
        if (state.currentDays !== days) expect([zone, today, state.currentDays]).toEqual([zone, today, days])
      }
      expect(state.currentDays).toBeGreaterThan(731)
    }
  })
})

describe('a user who changes time zones', () => {
  const steps = fc.array(fc.record({ gap: gaps, zone: zones }), { minLength: 2, maxLength: 30 })
  const journeys = fc.tuple(starts, steps, freezes)

  test('a date counts once, and two activities of one day by both calendars are one day', () => {
    fc.assert(
      fc.property(journeys, ([start, way, initialFreezes]) => {
        const counted = new Set<string>()
        follow(
          { ...NO_STREAK, freezes: initialFreezes },
          journey(start, way),
          (before, extension, moment, last) => {
            for (const day of extension.frozenDays) {
              expect(counted.has(day)).toBe(false)
              counted.add(day)
            }
            if (!extension.isNewDay) return expect(extension.state.currentDays).toBe(before.currentDays)
            const date = dateIn(moment.zone, moment.at.getTime())
            expect(extension.state.lastDay).toBe(date)
            expect(counted.has(date)).toBe(false)
            counted.add(date)
            const isSame = (zone: string) =>
              dateIn(zone, last!.at.getTime()) === dateIn(zone, moment.at.getTime())
            if (last) expect(isSame(last.zone) && isSame(moment.zone)).toBe(false)
          },
        )
      }),
      options,
    )
  })

  test('a streak that is unbroken in either calendar continues and uses no freeze', () => {
    let remaining = 0
    fc.assert(
      fc.property(journeys, ([start, way, initialFreezes]) => {
        follow(
          { ...NO_STREAK, freezes: initialFreezes },
          journey(start, way),
          (before, extension, moment, last) => {
            if (!last) return
            const [from, to] = [last.at.getTime(), moment.at.getTime()]
            if (missedIn(last.zone, from, to) > 0 && missedIn(moment.zone, from, to) > 0) return
            remaining++
            const gained = extension.isNewDay ? 1 : 0
            expect(extension.state.currentDays).toBe(before.currentDays + gained)
            expect([extension.state.freezes, extension.frozenDays]).toEqual([before.freezes, []])
          },
        )
      }),
      options,
    )
    expect(remaining).toBeGreaterThan(RUNS)
  })

  test('a streak ends only if both calendars miss more days than there are freezes, and each missed day uses one freeze', () => {
    let [ended, saved] = [0, 0]
    fc.assert(
      fc.property(journeys, ([start, way, initialFreezes]) => {
        follow(
          { ...NO_STREAK, freezes: initialFreezes },
          journey(start, way),
          (before, extension, moment, last) => {
            if (!last || !extension.isNewDay) return
            const [from, to] = [last.at.getTime(), moment.at.getTime()]
            const missed = Math.min(missedIn(last.zone, from, to), missedIn(moment.zone, from, to))
            const isOver = extension.state.currentDays === 1
            const spent = before.freezes - extension.state.freezes
            expect(spent).toBe(extension.frozenDays.length)
            if (isOver) {
              ended++
              expect(spent).toBe(0)
              expect(missed).toBeGreaterThan(before.freezes)
            } else {
              saved += spent
              expect(spent).toBeLessThanOrEqual(missed)
            }
          },
        )
      }),
      options,
    )
    expect(ended).toBeGreaterThan(RUNS / 10)
    expect(saved).toBeGreaterThan(RUNS / 10)
  })

  test('switching the zone back and forth gains at most the two dates that exist at one moment', () => {
    const restless = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 4 * HOUR_MS }), zone: zones }), {
      minLength: 10,
      maxLength: 60,
    })
    fc.assert(
      fc.property(starts, restless, (start, way) => {
        const moments = journey(start, way)
        const { currentDays } = follow(NO_STREAK, moments, () => {})
        const elapsed = moments.at(-1)!.at.getTime() - moments[0]!.at.getTime()
        expect(currentDays).toBeLessThanOrEqual(Math.floor(elapsed / DAY_MS) + 3)
      }),
      options,
    )
  })

  test('an activity older than the last one changes nothing, in any zone', () => {
    fc.assert(
      fc.property(
        journeys,
        zones,
        fc.integer({ min: 0, max: 40 * DAY_MS }),
        ([start, way, initialFreezes], zone, late) => {
          const moments = journey(start, way)
          const state = follow({ ...NO_STREAK, freezes: initialFreezes }, moments, () => {})
          const at = new Date(moments.at(-1)!.at.getTime() - late)
          expect(applyActivity(state, { at, zone })).toEqual({
            state,
            isNewDay: false,
            frozenDays: [],
            milestone: null,
          })
        },
      ),
      options,
    )
  })

  test('the longest streak never shrinks or falls below the current one, and freezes never increase without a purchase', () => {
    fc.assert(
      fc.property(journeys, ([start, way, initialFreezes]) => {
        follow({ ...NO_STREAK, freezes: initialFreezes }, journey(start, way), (before, { state }) => {
          expect(state.longestDays).toBeGreaterThanOrEqual(Math.max(before.longestDays, state.currentDays))
          expect(state.freezes).toBeLessThanOrEqual(before.freezes)
          expect(state.currentDays).toBeGreaterThan(0)
        })
      }),
      options,
    )
  })

  test('the streak that is shown before an activity is the one that the activity extends', () => {
    fc.assert(
      fc.property(journeys, ([start, way, initialFreezes]) => {
        follow(
          { ...NO_STREAK, freezes: initialFreezes },
          journey(start, way),
          (before, extension, moment) => {
            const view = streakAsOf(before, moment)
            expect(currentDaysAsOf(before, moment)).toBe(view.currentDays)
            expect(view.isTodayDone).toBe(!extension.isNewDay)
            expect(extension.state.currentDays).toBe(view.currentDays + (extension.isNewDay ? 1 : 0))
            expect(extension.state.freezes).toBe(view.freezes)
            expect(extension.frozenDays).toEqual(view.frozenDays)
            expect(streakAsOf(extension.state, moment)).toMatchObject({ isTodayDone: true, frozenDays: [] })
          },
        )
      }),
      options,
    )
  })
})
