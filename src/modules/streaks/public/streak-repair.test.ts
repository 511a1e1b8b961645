import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addMs, DAY_MS, HOUR_MS } from '../../../platform/clock.ts'
import {
  applyActivity,
  applyMissedDays,
  NO_STREAK,
  type StreakState,
  streakAsOf,
  type ZonedMoment,
} from './streak.ts'
import { applyRepair, findRepair, REPAIR_WINDOW_MS, type StreakRepair } from './streak-repair.ts'

const noon = (date: string, zone = 'UTC'): ZonedMoment => ({ at: new Date(`${date}T12:00:00Z`), zone })
const at = (time: string, zone = 'UTC'): ZonedMoment => ({ at: new Date(time), zone })

function learn(state: StreakState, ...moments: ZonedMoment[]): StreakState {
  return moments.reduce((current, moment) => applyActivity(current, moment).state, state)
}

const isPossible = (repair: ReturnType<typeof findRepair>): repair is StreakRepair =>
  typeof repair !== 'string'

describe('a streak of a user in one time zone', () => {
  const six = ['01', '02', '03', '04', '05', '06'].map((day) => noon(`2026-11-${day}`))
  const lost = learn(NO_STREAK, ...six)

  test('a streak can be repaired from the moment when it ends, for 48 hours', () => {
    // 7 November is missed, so the streak ends when 8 November begins.
    const until = new Date('2026-11-10T00:00:00Z')
    expect(findRepair(lost, at('2026-11-07T23:59:59.999Z'))).toBe('NOTHING_LOST')
    expect(findRepair(lost, at('2026-11-08T00:00:00Z'))).toEqual({ days: 6, until })
    expect(findRepair(lost, at('2026-11-09T23:59:59.999Z'))).toEqual({ days: 6, until })
    expect(findRepair(lost, at('2026-11-10T00:00:00Z'))).toBe('TOO_LATE')
    expect(findRepair(NO_STREAK, noon('2026-11-08'))).toBe('NOTHING_LOST')
  })

  test('a repair covers the missed days, which do not make the streak longer', () => {
    const { state, repairedDays, milestones } = applyRepair(lost, noon('2026-11-09'))
    expect(repairedDays).toEqual(['2026-11-07', '2026-11-08'])
    expect(milestones).toEqual([])
    expect(streakAsOf(state, noon('2026-11-09'))).toMatchObject({ currentDays: 6, isTodayDone: false })
    expect(findRepair(state, noon('2026-11-09'))).toBe('NOTHING_LOST')
    const next = applyActivity(state, at('2026-11-09T12:00:01Z'))
    expect(next).toMatchObject({ isNewDay: true, frozenDays: [], milestone: { days: 7 } })
    expect(next.state).toMatchObject({ currentDays: 7, startedOn: '2026-11-01', lastDay: '2026-11-09' })
    // The repair does not keep the streak on days after it.
    expect(streakAsOf(state, noon('2026-11-10')).currentDays).toBe(0)
  })

  test('days that were learned after the end are added, with the milestone that they reach', () => {
    const started = learn(lost, noon('2026-11-08'), noon('2026-11-09'))
    expect(started.currentDays).toBe(2)
    const moment = at('2026-11-09T18:00:00Z')
    expect(findRepair(started, moment)).toMatchObject({ days: 8 })
    const { state, repairedDays, milestones } = applyRepair(started, moment)
    expect(repairedDays).toEqual(['2026-11-07'])
    expect(state).toMatchObject({
      currentDays: 8,
      longestDays: 8,
      startedOn: '2026-11-01',
      lastDay: '2026-11-09',
      lostDays: 0,
      repairedOn: '2026-11-09',
    })
    expect(milestones).toEqual([{ days: 7, gems: 15 }])
  })

  test('freezes are not used by a repair, and delay the end of the streak', () => {
    const frozen = { ...lost, freezes: 2 }
    expect(findRepair(frozen, noon('2026-11-09'))).toBe('NOTHING_LOST')
    expect(findRepair(frozen, at('2026-11-10T00:00:00Z'))).toEqual({
      days: 6,
      until: new Date('2026-11-12T00:00:00Z'),
    })
    const { state, repairedDays } = applyRepair(frozen, noon('2026-11-11'))
    expect([state.freezes, repairedDays.length]).toEqual([2, 4])
  })

  test('a streak is repaired once a month of the calendar', () => {
    const repaired = applyRepair(lost, noon('2026-11-08')).state
    const again = learn(repaired, at('2026-11-08T13:00:00Z'))
    expect(findRepair(again, noon('2026-11-10'))).toBe('USED_THIS_MONTH')
    const november = Array.from({ length: 21 }, (_, index) => String(index + 9).padStart(2, '0'))
    const late = learn(again, ...november.map((day) => noon(`2026-11-${day}`)))
    // 30 November is missed.
    expect(findRepair(late, at('2026-12-01T09:00:00Z'))).toMatchObject({ days: 28 })
    expect(findRepair({ ...late, repairedOn: '2026-12-01' }, at('2026-12-01T09:00:00Z'))).toBe(
      'USED_THIS_MONTH',
    )
    // The user has flown west from a zone in which the next month has begun.
    expect(findRepair({ ...late, repairedOn: '2027-01-01' }, at('2026-12-01T09:00:00Z'))).toBe(
      'USED_THIS_MONTH',
    )
  })

  test('an activity of a covered day that arrives later changes nothing but the last activity', () => {
    const repaired = applyRepair(lost, noon('2026-11-08')).state
    const late = applyActivity(repaired, noon('2026-11-07'))
    expect(late).toMatchObject({ isNewDay: false, state: { currentDays: 6, lastDay: '2026-11-07' } })
    expect(streakAsOf(late.state, noon('2026-11-08')).currentDays).toBe(6)
  })

  test('a streak that ended long ago is not offered after a later one has ended', () => {
    const one = learn(lost, noon('2026-11-08'))
    expect(findRepair(one, noon('2026-11-11'))).toMatchObject({ days: 1 })
  })
})

describe('a user in any time zones', () => {
  const ZONES = Intl.supportedValuesOf('timeZone')
  const options = {
    numRuns: Number(process.env.STREAK_RUNS ?? 3_000) / 3,
    seed: Number(process.env.STREAK_SEED ?? 20_261_117),
  }
  const zones = fc.constantFrom(...ZONES)
  const gaps = fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 * HOUR_MS }) },
    { weight: 5, arbitrary: fc.integer({ min: 18 * HOUR_MS, max: 30 * HOUR_MS }) },
    { weight: 3, arbitrary: fc.integer({ min: 30 * HOUR_MS, max: 80 * HOUR_MS }) },
    { weight: 1, arbitrary: fc.integer({ min: 3 * DAY_MS, max: 8 * DAY_MS }) },
  )
  const lives = fc
    .tuple(
      fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2037, 0) }),
      fc.array(fc.record({ gap: gaps, zone: zones }), { minLength: 2, maxLength: 40 }),
      fc.integer({ min: 0, max: 2 }),
    )
    .map(([start, steps, freezes]) => {
      let time = start
      const moments = steps.map(({ gap, zone }): ZonedMoment => {
        time += gap
        return { at: new Date(time), zone }
      })
      return { moments, initial: { ...NO_STREAK, freezes } }
    })

  test('a streak ends at the moment that is stored with it, not before', () => {
    let ended = 0
    fc.assert(
      fc.property(lives, ({ moments, initial }) => {
        let state: StreakState = initial
        for (const moment of moments) {
          const { lostAt } = applyMissedDays(state, moment).state
          if (state.currentDays > 0 && streakAsOf(state, moment).currentDays === 0) {
            ended++
            const { zone } = moment
            expect(lostAt! <= moment.at).toBe(true)
            expect(streakAsOf(state, { at: lostAt!, zone }).currentDays).toBe(0)
            expect(streakAsOf(state, { at: addMs(lostAt!, -1), zone }).currentDays).toBe(state.currentDays)
          }
          state = applyActivity(state, moment).state
        }
      }),
      options,
    )
    expect(ended).toBeGreaterThan(options.numRuns)
  })

  test('a repair before or after an activity gives the same streak', () => {
    let repaired = 0
    fc.assert(
      fc.property(lives, ({ moments, initial }) => {
        let state: StreakState = initial
        for (const moment of moments) {
          const learned = applyActivity(state, moment)
          const isOver = state.currentDays > 0 && streakAsOf(state, moment).currentDays === 0
          if (isOver && isPossible(findRepair(state, moment))) {
            repaired++
            const first = applyRepair(state, moment)
            const second = applyRepair(learned.state, moment)
            expect(applyActivity(first.state, moment).state).toEqual(second.state)
            expect(second.repairedDays).toEqual(first.repairedDays)
            expect(second.state.currentDays).toBe(state.currentDays + 1)
          }
          state = learned.state
        }
      }),
      options,
    )
    expect(repaired).toBeGreaterThan(options.numRuns / 4)
  })

  test('with repairs, a date counts or is covered once, and a month has one repair', () => {
    let repaired = 0
    fc.assert(
      fc.property(lives, ({ moments, initial }) => {
        let state: StreakState = initial
        const dates: string[] = []
        const months: string[] = []
        for (const moment of moments) {
          const before = state
          const repair = findRepair(state, moment)
          if (isPossible(repair)) {
            repaired++
            const result = applyRepair(state, moment)
            dates.push(...result.repairedDays, ...result.frozenDays)
            months.push(result.state.repairedOn!.slice(0, 7))
            state = result.state
            expect(state.currentDays).toBe(repair.days)
            expect(streakAsOf(state, moment).currentDays).toBe(repair.days)
            expect(state.longestDays).toBeGreaterThanOrEqual(Math.max(before.longestDays, repair.days))
            expect(repair.until.getTime() - moment.at.getTime()).toBeLessThanOrEqual(REPAIR_WINDOW_MS)
            expect(state.freezes).toBe(streakAsOf(before, moment).freezes)
          }
          const result = applyActivity(state, moment)
          dates.push(...result.frozenDays)
          if (result.isNewDay) dates.push(result.state.lastDay!)
          state = result.state
        }
        expect(new Set(dates).size).toBe(dates.length)
        expect(new Set(months).size).toBe(months.length)
      }),
      options,
    )
    expect(repaired).toBeGreaterThan(options.numRuns / 2)
  })
})
