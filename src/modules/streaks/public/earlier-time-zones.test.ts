import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { changeTimeZone, type TimeZones, timeZoneAt } from '../../accounts/public/time-zones.ts'
import { applyActivity, type Day, NO_STREAK, type StreakState, type ZonedMoment } from './streak.ts'

/** Checks activities that arrive late while the account changes its time zone. */

const ZONES = Intl.supportedValuesOf('timeZone')
const options = {
  numRuns: Number(process.env.STREAK_RUNS ?? 2_000),
  seed: Number(process.env.STREAK_SEED ?? 20_261_119),
}
const MAX_DELAY_MS = 48 * HOUR_MS

function apply(activities: readonly ZonedMoment[], initial: StreakState = NO_STREAK) {
  let state = initial
  const days: Day[] = []
  for (const activity of activities) {
    const result = applyActivity(state, activity)
    state = result.state
    if (result.isNewDay) days.push(state.lastDay!)
  }
  return { state, days }
}

describe('hand-computed flights of a learner who sends both lessons after the second one', () => {
  /** The days of lessons if the account changed its time zone at a moment, and with the time zone at the arrival alone. */
  function fly(from: string, to: string, changedAt: string, lessons: string[]) {
    const zones = changeTimeZone({ current: from, earlier: [] }, to, new Date(changedAt))
    const moments = lessons.map((at) => new Date(at))
    return {
      days: apply(moments.map((at) => ({ at, zone: timeZoneAt(zones, at) }))).days,
      daysAtArrival: apply(moments.map((at) => ({ at, zone: to }))).days,
    }
  }

  test('a lesson in Nairobi counts on its day in Nairobi after the flight to New York', () => {
    // Tuesday 00:30 in Nairobi (UTC+3) is Monday 16:30 in New York (UTC-5). Then Tuesday 19:00 in New York.
    expect(
      fly('Africa/Nairobi', 'America/New_York', '2026-11-03T15:00:00Z', [
        '2026-11-02T21:30:00Z',
        '2026-11-04T00:00:00Z',
      ]),
    ).toEqual({ days: ['2026-11-03'], daysAtArrival: ['2026-11-02', '2026-11-03'] })
  })

  test('a flight from Auckland to Honolulu repeats a date, and the learner gains no day', () => {
    // Monday 21:00 in Auckland (UTC+13) is Sunday 22:00 in Honolulu (UTC-10). Then Monday 11:00 in Honolulu.
    expect(
      fly('Pacific/Auckland', 'Pacific/Honolulu', '2026-11-02T20:00:00Z', [
        '2026-11-02T08:00:00Z',
        '2026-11-02T21:00:00Z',
      ]),
    ).toEqual({ days: ['2026-11-02'], daysAtArrival: ['2026-11-01', '2026-11-02'] })
  })

  test('a flight from Honolulu to Auckland skips a date, and the learner misses no day', () => {
    // Monday 20:00 in Honolulu is Tuesday 19:00 in Auckland. Then Wednesday 09:00 in Auckland, Tuesday in Honolulu.
    expect(
      fly('Pacific/Honolulu', 'Pacific/Auckland', '2026-11-03T18:00:00Z', [
        '2026-11-03T06:00:00Z',
        '2026-11-03T20:00:00Z',
      ]),
    ).toEqual({ days: ['2026-11-02', '2026-11-04'], daysAtArrival: ['2026-11-03', '2026-11-04'] })
  })

  test('a day of 25 hours at the end of summer time is one day after the flight', () => {
    // On 1 November 2026 clocks in New York go from UTC-4 to UTC-5. Sunday 00:30 and Sunday 23:30 are 24 hours apart.
    expect(
      fly('America/New_York', 'Africa/Nairobi', '2026-11-02T05:00:00Z', [
        '2026-11-01T04:30:00Z',
        '2026-11-02T04:30:00Z',
      ]),
    ).toEqual({ days: ['2026-11-01'], daysAtArrival: ['2026-11-01', '2026-11-02'] })
  })

  test('a day of 23 hours at the start of summer time is a day of its own after the flight', () => {
    // On 8 March 2026 clocks in New York go from UTC-5 to UTC-4. Saturday 23:30, and Monday 00:10 after a missed Sunday.
    expect(
      fly('America/New_York', 'Africa/Nairobi', '2026-03-09T06:00:00Z', [
        '2026-03-08T04:30:00Z',
        '2026-03-09T04:10:00Z',
      ]),
    ).toEqual({ days: ['2026-03-07', '2026-03-09'], daysAtArrival: ['2026-03-08', '2026-03-09'] })
  })
})

interface Activity {
  at: number
  delayMs: number
}
interface Change {
  at: number
  zone: string
}
interface Life {
  start: number
  zone: string
  changes: Change[]
  activities: Activity[]
}

const zones = fc.constantFrom(...ZONES)
const delays = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: MAX_DELAY_MS }))
const hoursUntil = (spanMs: number) =>
  fc.integer({ min: 0, max: spanMs / HOUR_MS }).map((hours) => hours * HOUR_MS)
const livesOf = (spanMs: number, maxChanges: number) =>
  fc.record({
    start: fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2036, 0) }),
    zone: zones,
    // An hour between two changes, so that no later ones drop them.
    changes: fc.array(fc.record({ at: hoursUntil(spanMs), zone: zones }), {
      maxLength: maxChanges,
      size: 'max',
    }),
    activities: fc.uniqueArray(fc.record({ at: fc.integer({ min: 0, max: spanMs }), delayMs: delays }), {
      minLength: 1,
      maxLength: 25,
      size: 'max',
      selector: ({ at }) => at,
    }),
  })

const momentOf = ({ start }: Life, at: number) => new Date(start + at)

/** The reference: the time zone of the last change before the activity. */
function zoneOf({ zone, changes }: Life, at: number): string {
  return (
    changes.toSorted((one, other) => one.at - other.at).findLast((change) => change.at <= at)?.zone ?? zone
  )
}

/**
 * The account through the changes and arrivals, in the order of time: returns the activities as they arrive. Retention deletes old
 * time zones before each of them.
 */
function arrive(life: Life, arrivals: { time: number; at: number }[]): ZonedMoment[] {
  let account: TimeZones = { current: life.zone, earlier: [] }
  const received: ZonedMoment[] = []
  const steps = [
    ...life.changes.map(({ at, zone }) => ({ time: at, zone, at: undefined })),
    ...arrivals.map(({ time, at }) => ({ time, zone: undefined, at })),
  ].sort((one, other) => one.time - other.time || (one.zone ? -1 : 1) - (other.zone ? -1 : 1))
  for (const { time, zone, at } of steps) {
    const oldest = momentOf(life, time - MAX_DELAY_MS).toISOString()
    account = { ...account, earlier: account.earlier.filter(({ until }) => until >= oldest) }
    if (zone !== undefined) account = changeTimeZone(account, zone, momentOf(life, time))
    else received.push({ at: momentOf(life, at), zone: timeZoneAt(account, momentOf(life, at)) })
  }
  return received
}

const byTime = (one: Activity, other: Activity) => one.at - other.at

/** One device sends its activities in order: none arrives before an earlier one. */
function inOrder(activities: Activity[]): { time: number; at: number }[] {
  let free = 0
  return activities.toSorted(byTime).map(({ at, delayMs }) => {
    free = Math.max(free, at + delayMs)
    return { time: free, at }
  })
}

describe('activities that arrive late while the account changes its time zone', () => {
  // Few enough for all to be stored.
  const lives = livesOf(10 * DAY_MS, 12)

  test('an activity has the time zone of its own time, whenever it arrives', () => {
    let late = 0
    fc.assert(
      fc.property(lives, (life) => {
        const arrivals = life.activities.map(({ at, delayMs }) => ({ time: at + delayMs, at }))
        for (const { at, zone } of arrive(life, arrivals))
          expect(zone).toBe(zoneOf(life, at.getTime() - life.start))
        late += arrivals.filter(({ time, at }) => zoneOf(life, time) !== zoneOf(life, at)).length
      }),
      options,
    )
    expect(late).toBeGreaterThan(options.numRuns / 2)
  })

  test('activities that arrive late but in order give the streak of activities that arrive on time', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const late = inOrder(life.activities)
        const onTime = late.map(({ at }) => ({ time: at, at }))
        expect(apply(arrive(life, late))).toEqual(apply(arrive(life, onTime)))
      }),
      options,
    )
  })

  test('changes of the time zone after the activities and before their arrival change nothing', () => {
    const flips = fc.array(fc.record({ at: fc.integer({ min: 0, max: HOUR_MS }), zone: zones }), {
      minLength: 1,
      maxLength: 100,
      size: 'max',
    })
    fc.assert(
      fc.property(livesOf(36 * HOUR_MS, 5), flips, fc.infiniteStream(fc.nat()), (life, later, random) => {
        // All arrive in any order, 47 to 48 hours after the start.
        const arrivals = life.activities
          .map(({ at }) => ({ at, key: random.next().value as number }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ at }, index) => ({ time: 47 * HOUR_MS + index * 60_000, at }))
        const restless = {
          ...life,
          changes: [...life.changes, ...later.map(({ at, zone }) => ({ at: at + 46 * HOUR_MS, zone }))],
        }
        expect(arrive(restless, arrivals)).toEqual(arrive(life, arrivals))
      }),
      options,
    )
  })

  test('with any number of changes, activities that are sent in any order and repeatedly count each date once, and at most two more than days passed', () => {
    fc.assert(
      fc.property(livesOf(4 * DAY_MS, 60), fc.infiniteStream(fc.nat()), (life, random) => {
        const arrivals = [...life.activities, ...life.activities].map(({ at }) => ({
          time: at + ((random.next().value as number) % MAX_DELAY_MS),
          at,
        }))
        const { state, days } = apply(arrive(life, arrivals))
        expect(new Set(days).size).toBe(days.length)
        const times = life.activities.map(({ at }) => at)
        const elapsed = Math.max(...times) - Math.min(...times)
        // One for the first activity, and two for dates that other time zones have at the same moment.
        expect(state.currentDays).toBeLessThanOrEqual(Math.floor(elapsed / DAY_MS) + 3)
      }),
      options,
    )
  })
})
