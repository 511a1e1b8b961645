import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import { applyActivity, type Day, dayOf, NO_STREAK, type StreakState, type ZonedMoment } from './streak.ts'

/** Checks activities that a device reports later, as an app does that was offline. */

const ZONES = Intl.supportedValuesOf('timeZone')
const options = {
  numRuns: Number(process.env.STREAK_RUNS ?? 3_000),
  seed: Number(process.env.STREAK_SEED ?? 20_261_116),
}
const MAX_DELAY_MS = 48 * HOUR_MS

interface Activity extends ZonedMoment {
  delayMs: number
}

const zones = fc.constantFrom(...ZONES)
const gaps = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 6 * HOUR_MS }) },
  { weight: 5, arbitrary: fc.integer({ min: 18 * HOUR_MS, max: 30 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 30 * HOUR_MS, max: 4 * DAY_MS }) },
)
const delays = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: MAX_DELAY_MS }))
const freezes = fc.integer({ min: 0, max: 2 })
const lives = fc
  .tuple(
    fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2037, 0) }),
    fc.array(fc.record({ gap: gaps, zone: zones, delayMs: delays }), { minLength: 1, maxLength: 25 }),
    freezes,
  )
  .map(([start, steps, freezes]) => {
    let at = start
    const activities = steps.map(({ gap, zone, delayMs }): Activity => {
      at += gap
      return { at: new Date(at), zone, delayMs }
    })
    return { activities, initial: { ...NO_STREAK, freezes } }
  })

function apply(initial: StreakState, activities: readonly ZonedMoment[]) {
  let state = initial
  const days: Day[] = []
  for (const { at, zone } of activities) {
    const result = applyActivity(state, { at, zone })
    state = result.state
    days.push(...result.frozenDays)
    if (result.isNewDay) days.push(state.lastDay!)
  }
  return { state, days }
}

const arrivalOf = ({ at, delayMs }: Activity) => at.getTime() + delayMs

/** One device sends its activities in order: none arrives before an earlier one. */
function sentInOrder(activities: Activity[]): Activity[] {
  let free = 0
  return activities.map((activity) => {
    free = Math.max(free, arrivalOf(activity))
    return { ...activity, delayMs: free - activity.at.getTime() }
  })
}

describe('activities that are reported later', () => {
  test('activities that arrive late but in order give the streak of activities that arrive on time', () => {
    fc.assert(
      fc.property(lives, ({ activities, initial }) => {
        const arriving = sentInOrder(activities).sort((one, other) => arrivalOf(one) - arrivalOf(other))
        expect(apply(initial, arriving)).toEqual(apply(initial, activities))
      }),
      options,
    )
  })

  test('activities that arrive in any order and repeatedly count each date once and only real dates', () => {
    fc.assert(
      fc.property(lives, fc.infiniteStream(fc.nat()), ({ activities, initial }, random) => {
        const order = [...activities, ...activities]
          .map((activity) => ({ activity, key: random.next().value as number }))
          .sort((one, other) => one.key - other.key)
          .map(({ activity }) => activity)
        const { state, days } = apply(initial, order)
        expect(new Set(days).size).toBe(days.length)
        const learned = new Set(activities.map(dayOf))
        const covered = initial.freezes - state.freezes
        expect(days.filter((day) => !learned.has(day)).length).toBeLessThanOrEqual(covered)
        expect(state.currentDays).toBeLessThanOrEqual(learned.size)
      }),
      options,
    )
  })

  test('sending an outbox twice gives the same streak as sending it once', () => {
    fc.assert(
      fc.property(lives, ({ activities, initial }) => {
        const once = apply(initial, activities)
        expect(apply(initial, [...activities, ...activities])).toEqual(once)
        expect(
          apply(
            initial,
            activities.flatMap((activity) => [activity, activity]),
          ),
        ).toEqual(once)
      }),
      options,
    )
  })

  test('a late activity counts on its own date and not on the date of its arrival', () => {
    fc.assert(
      fc.property(lives, ({ activities, initial }) => {
        let state = initial
        for (const { at, zone } of activities) {
          const result = applyActivity(state, { at, zone })
          if (result.isNewDay) expect(result.state.lastDay).toBe(dayOf({ at, zone }))
          state = result.state
        }
      }),
      options,
    )
  })
})
