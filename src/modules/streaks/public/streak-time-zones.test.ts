import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import {
  type ActivityResult,
  applyActivity,
  NO_STREAK,
  type StreakState,
  streakAsOf,
  type ZonedMoment,
} from './streak.ts'

/** What must hold in every time zone there is, held against a calendar that is made in another way. */

const ZONES = Intl.supportedValuesOf('timeZone')
const RUNS = Number(process.env.STREAK_RUNS ?? 3_000)
const SEED = Number(process.env.STREAK_SEED ?? 20_261_115)

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date by the formatter of the platform, which knows nothing of Temporal. */
function dateIn(zone: string, at: number): string {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  if (!known) formats.set(zone, format)
  return format.format(at)
}

/** The dates that really came in a zone from one moment to another, each once: those that are left out are not. */
function datesLived(zone: string, from: number, to: number): string[] {
  const dates = new Set<string>()
  for (let at = from; at < to; at += 6 * HOUR_MS) dates.add(dateIn(zone, at))
  dates.add(dateIn(zone, to))
  return [...dates]
}

/** Whole dates without activity between two moments, by the calendar of one zone. */
const missedIn = (zone: string, from: number, to: number) =>
  Math.max(0, datesLived(zone, from, to).length - 2)

const zones = fc.constantFrom(...ZONES)
// From before Kwajalein's and Samoa's lost dates until well after what the tables of today know.
const starts = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2037, 0) })
/** Gaps as they come: minutes, about a day, a few days; and the hours around midnights. */
const gaps = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 * HOUR_MS }) },
  { weight: 5, arbitrary: fc.integer({ min: 18 * HOUR_MS, max: 30 * HOUR_MS }) },
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
  look: (
    before: StreakState,
    extension: ActivityResult,
    moment: ZonedMoment,
    last: ZonedMoment | undefined,
  ) => void,
): StreakState {
  let last: ZonedMoment | undefined
  for (const moment of moments) {
    const extension = applyActivity(state, moment)
    look(state, extension, moment, last)
    state = extension.state
    last = moment
  }
  return state
}

/** In one place: days are the dates lived there, and nothing else. */
function expectedStreak(
  zone: string,
  moments: ZonedMoment[],
  freezesHeld: number,
): { currentDays: number; longestDays: number; freezes: number } {
  let [currentDays, longestDays, left] = [0, 0, freezesHeld]
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

describe('in one place', () => {
  const life = fc.tuple(zones, starts, fc.array(gaps, { minLength: 1, maxLength: 30 }), freezes)

  test('a streak is what the calendar of the place says, in every zone, over every change of its clocks', () => {
    fc.assert(
      fc.property(life, ([zone, start, waits, freezesHeld]) => {
        const moments = journey(
          start,
          waits.map((gap) => ({ gap, zone })),
        )
        const {
          currentDays,
          longestDays,
          freezes: left,
        } = follow({ ...NO_STREAK, freezes: freezesHeld }, moments, () => {})
        expect({ currentDays, longestDays, freezes: left }).toEqual(
          expectedStreak(zone, moments, freezesHeld),
        )
      }),
      options,
    )
  })

  test('every zone, every day of two years with its changes of the clock: once a day, whenever, is never broken', () => {
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

describe('on a journey', () => {
  const steps = fc.array(fc.record({ gap: gaps, zone: zones }), { minLength: 2, maxLength: 30 })
  const journeys = fc.tuple(starts, steps, freezes)

  test('a date counts once, and two activities of one day by both calendars are one day', () => {
    fc.assert(
      fc.property(journeys, ([start, way, freezesHeld]) => {
        const counted = new Set<string>()
        follow(
          { ...NO_STREAK, freezes: freezesHeld },
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

  test('a streak that either calendar keeps is kept, and costs no freeze', () => {
    let remaining = 0
    fc.assert(
      fc.property(journeys, ([start, way, freezesHeld]) => {
        follow(
          { ...NO_STREAK, freezes: freezesHeld },
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

  test('a streak ends only when no calendar keeps it and the freezes do not suffice, and freezes are spent to the day', () => {
    let [ended, saved] = [0, 0]
    fc.assert(
      fc.property(journeys, ([start, way, freezesHeld]) => {
        follow(
          { ...NO_STREAK, freezes: freezesHeld },
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

  test('setting the clock to and fro gains at most the two dates that the world is ahead', () => {
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

  test('what comes late, in whatever zone, changes nothing at all', () => {
    fc.assert(
      fc.property(
        journeys,
        zones,
        fc.integer({ min: 0, max: 40 * DAY_MS }),
        ([start, way, freezesHeld], zone, late) => {
          const moments = journey(start, way)
          const state = follow({ ...NO_STREAK, freezes: freezesHeld }, moments, () => {})
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

  test('the longest never falls and is never below the present, and freezes never grow by themselves', () => {
    fc.assert(
      fc.property(journeys, ([start, way, freezesHeld]) => {
        follow({ ...NO_STREAK, freezes: freezesHeld }, journey(start, way), (before, { state }) => {
          expect(state.longestDays).toBeGreaterThanOrEqual(Math.max(before.longestDays, state.currentDays))
          expect(state.freezes).toBeLessThanOrEqual(before.freezes)
          expect(state.currentDays).toBeGreaterThan(0)
        })
      }),
      options,
    )
  })

  test('what is shown before an activity is what the activity goes on from', () => {
    fc.assert(
      fc.property(journeys, ([start, way, freezesHeld]) => {
        follow({ ...NO_STREAK, freezes: freezesHeld }, journey(start, way), (before, extension, moment) => {
          const view = streakAsOf(before, moment)
          expect(view.isTodayDone).toBe(!extension.isNewDay)
          expect(extension.state.currentDays).toBe(view.currentDays + (extension.isNewDay ? 1 : 0))
          expect(extension.state.freezes).toBe(view.freezes)
          expect(extension.frozenDays).toEqual(view.frozenDays)
          expect(streakAsOf(extension.state, moment)).toMatchObject({ isTodayDone: true, frozenDays: [] })
        })
      }),
      options,
    )
  })
})
