import { describe, expect, test } from 'bun:test'
import {
  applyActivity,
  applyMissedDays,
  buildCalendar,
  CALENDAR_DAYS,
  dayOf,
  NO_STREAK,
  STREAK_MILESTONES,
  type StreakState,
  streakAsOf,
  type ZonedMoment,
} from './streak.ts'

/** Parses a local time and a zone: `2026-01-01T20:00 Pacific/Honolulu`. */
function moment(text: string): ZonedMoment {
  const [wall, zone] = text.split(' ') as [string, string]
  return { at: new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds), zone }
}

/** The streak after each activity. */
function live(
  activities: string[],
  start: Partial<StreakState> = {},
): { counts: number[]; state: StreakState } {
  let state: StreakState = { ...NO_STREAK, ...start }
  const counts = activities.map((text) => {
    state = applyActivity(state, moment(text)).state
    return state.currentDays
  })
  return { counts, state }
}

describe('applyActivity', () => {
  test.each<[string, string[], number[]]>([
    ['the first activity starts a streak', ['2026-03-01T12:00 UTC'], [1]],
    [
      'several activities of a day count once',
      ['2026-03-01T00:00 UTC', '2026-03-01T12:00 UTC', '2026-03-01T23:59:59.999 UTC'],
      [1, 1, 1],
    ],
    [
      'activities one millisecond apart count two days if midnight is between them',
      ['2026-03-01T23:59:59.999 Europe/Berlin', '2026-03-02T00:00:00 Europe/Berlin'],
      [1, 2],
    ],
    [
      'a day is the user’s day, not the day in UTC',
      [
        '2026-03-01T23:30 America/New_York',
        '2026-03-02T00:30 America/New_York',
        '2026-03-02T19:30 America/New_York',
      ],
      [1, 2, 2],
    ],
    [
      'a missed day ends a streak',
      ['2026-03-01T12:00 UTC', '2026-03-02T12:00 UTC', '2026-03-04T00:00 UTC'],
      [1, 2, 1],
    ],
    [
      'activities almost 48 hours apart can be on adjacent days',
      ['2026-03-01T00:00 UTC', '2026-03-02T23:59:59.999 UTC'],
      [1, 2],
    ],
    [
      'a leap day counts',
      ['2028-02-28T12:00 UTC', '2028-02-29T12:00 UTC', '2028-03-01T12:00 UTC'],
      [1, 2, 3],
    ],
    ['a leap day can be missed', ['2028-02-28T12:00 UTC', '2028-03-01T12:00 UTC'], [1, 1]],
    ['in other years March follows 28 February', ['2027-02-28T12:00 UTC', '2027-03-01T12:00 UTC'], [1, 2]],
    [
      'a streak continues over the end of a year',
      ['2026-12-31T23:59 Asia/Tokyo', '2027-01-01T00:01 Asia/Tokyo'],
      [1, 2],
    ],
    [
      'a day of 23 hours counts',
      ['2026-03-28T23:00 Europe/Berlin', '2026-03-29T12:00 Europe/Berlin', '2026-03-30T00:30 Europe/Berlin'],
      [1, 2, 3],
    ],
    [
      'a day of 25 hours counts once',
      ['2026-10-25T00:30 Europe/Berlin', '2026-10-25T02:30 Europe/Berlin', '2026-10-25T23:30 Europe/Berlin'],
      [1, 1, 1],
    ],
    [
      'a day that begins at one o’clock counts, because the clock skips midnight (São Paulo)',
      [
        '2018-11-03T23:59 America/Sao_Paulo',
        '2018-11-04T01:00 America/Sao_Paulo',
        '2018-11-05T00:00 America/Sao_Paulo',
      ],
      [1, 2, 3],
    ],
    [
      'a day whose last hour comes twice counts once (São Paulo)',
      [
        '2018-02-16T23:30 America/Sao_Paulo',
        '2018-02-17T23:30 America/Sao_Paulo',
        '2018-02-18T00:00 America/Sao_Paulo',
      ],
      [1, 2, 3],
    ],
    [
      'a day that begins at one o’clock counts (Cairo)',
      ['2024-04-25T23:59 Africa/Cairo', '2024-04-26T01:00 Africa/Cairo', '2024-04-27T00:00 Africa/Cairo'],
      [1, 2, 3],
    ],
    [
      'the date that Samoa skipped is not missed',
      ['2011-12-28T12:00 Pacific/Apia', '2011-12-29T23:59 Pacific/Apia', '2011-12-31T00:00 Pacific/Apia'],
      [1, 2, 3],
    ],
    [
      'the day before the skipped date of Samoa can be missed',
      ['2011-12-28T12:00 Pacific/Apia', '2011-12-31T00:00 Pacific/Apia'],
      [1, 1],
    ],
    [
      'the date that Kwajalein skipped is not missed',
      ['1993-08-20T12:00 Pacific/Kwajalein', '1993-08-22T12:00 Pacific/Kwajalein'],
      [1, 2],
    ],
    [
      'a date that a user repeats by a flight over the date line counts once',
      [
        '2026-05-02T09:00 Pacific/Auckland',
        '2026-05-02T09:00 Pacific/Honolulu',
        '2026-05-03T09:00 Pacific/Honolulu',
      ],
      [1, 1, 2],
    ],
    [
      'a flight over the date line into the previous date changes nothing',
      [
        '2026-05-02T01:00 Pacific/Auckland',
        '2026-05-01T20:00 Pacific/Honolulu',
        '2026-05-02T20:00 Pacific/Honolulu',
        '2026-05-03T20:00 Pacific/Honolulu',
      ],
      [1, 1, 1, 2],
    ],
    [
      'a date that repeats after a flight over the date line needs no activity',
      ['2026-05-02T10:00 Pacific/Auckland', '2026-05-03T23:00 Pacific/Honolulu'],
      [1, 2],
    ],
    [
      'a date that a flight over the date line skips is not missed',
      ['2026-05-01T20:00 Pacific/Honolulu', '2026-05-03T08:00 Pacific/Kiritimati'],
      [1, 2],
    ],
    [
      'a full day can be missed on a flight over the date line that skips a date',
      ['2026-05-01T08:00 Pacific/Honolulu', '2026-05-04T23:00 Pacific/Kiritimati'],
      [1, 1],
    ],
    [
      'flights back and forth over the date line change nothing',
      [
        '2026-05-01T20:00 Pacific/Honolulu',
        '2026-05-03T08:00 Pacific/Auckland',
        '2026-05-02T18:00 Pacific/Honolulu',
        '2026-05-03T18:00 Pacific/Honolulu',
        '2026-05-04T18:00 Pacific/Honolulu',
      ],
      [1, 2, 2, 2, 3],
    ],
    [
      'a zone that is set forward does not gain a day',
      [
        '2026-05-01T12:00 Pacific/Honolulu',
        '2026-05-02T12:01 Pacific/Kiritimati',
        '2026-05-02T23:59 Pacific/Kiritimati',
        '2026-05-03T00:00 Pacific/Kiritimati',
      ],
      [1, 1, 1, 2],
    ],
    [
      'a morning in Tokyo is a new day after a morning in London',
      ['2026-05-01T08:00 Europe/London', '2026-05-02T07:00 Asia/Tokyo', '2026-05-02T10:00 Europe/London'],
      [1, 2, 2],
    ],
    [
      'the other calendar uses the last activity of a day',
      [
        '2026-05-01T00:30 Europe/London',
        '2026-05-01T23:30 Europe/London',
        '2026-05-03T22:00 Pacific/Kiritimati',
      ],
      [1, 1, 2],
    ],
    [
      'an activity older than the last one changes nothing',
      [
        '2026-05-01T12:00 UTC',
        '2026-05-03T12:00 UTC',
        '2026-05-02T12:00 UTC',
        '2026-05-03T13:00 UTC',
        '2026-05-04T00:00 UTC',
      ],
      [1, 1, 1, 1, 2],
    ],
  ])('%s', (_, activities, counts) => {
    expect(live(activities).counts).toEqual(counts)
  })
})

describe('applyMissedDays', () => {
  const yesterday = ['2026-05-01T12:00 UTC', '2026-05-02T12:00 UTC']

  test('a freeze covers a missed day, which is stored and does not count', () => {
    const { state } = live(yesterday, { freezes: 2 })
    const extension = applyActivity(state, moment('2026-05-04T12:00 UTC'))
    expect(extension).toMatchObject({ isNewDay: true, frozenDays: ['2026-05-03'], milestone: { days: 3 } })
    expect(extension.state).toMatchObject({
      currentDays: 3,
      freezes: 1,
      startedOn: '2026-05-01',
      lastDay: '2026-05-04',
    })
  })

  test('one freeze is used for each missed day if there are enough for all', () => {
    const { state } = live(yesterday, { freezes: 2 })
    const extension = applyActivity(state, moment('2026-05-05T23:59 UTC'))
    expect(extension.frozenDays).toEqual(['2026-05-03', '2026-05-04'])
    expect(extension.state).toMatchObject({ currentDays: 3, freezes: 0 })
  })

  test('a freeze is not used if it cannot save the streak', () => {
    const { state } = live(yesterday, { freezes: 2 })
    const extension = applyActivity(state, moment('2026-05-06T00:00 UTC'))
    expect(extension).toMatchObject({ isNewDay: true, frozenDays: [], milestone: null })
    expect(extension.state).toMatchObject({
      currentDays: 1,
      longestDays: 2,
      freezes: 2,
      startedOn: '2026-05-06',
    })
  })

  test('a freeze is not used for a date that the calendar skips', () => {
    const { state } = live(['2011-12-28T12:00 Pacific/Apia'], { freezes: 1 })
    const extension = applyActivity(state, moment('2011-12-31T12:00 Pacific/Apia'))
    expect(extension.frozenDays).toEqual(['2011-12-29'])
    expect(extension.state.currentDays).toBe(2)
  })

  test('a freeze is not used for a date that a flight skips', () => {
    const { state } = live(['2026-05-01T20:00 Pacific/Honolulu'], { freezes: 1 })
    const extension = applyActivity(state, moment('2026-05-03T08:00 Pacific/Kiritimati'))
    expect([extension.frozenDays, extension.state.freezes]).toEqual([[], 1])
  })

  test('a missed day uses a freeze only once', () => {
    const { state } = live(yesterday, { freezes: 1 })
    const updated = applyMissedDays(state, moment('2026-05-04T08:00 UTC'))
    expect(updated.frozenDays).toEqual(['2026-05-03'])
    expect(applyMissedDays(updated.state, moment('2026-05-04T09:00 UTC')).frozenDays).toEqual([])
    const extension = applyActivity(updated.state, moment('2026-05-04T10:00 UTC'))
    expect([extension.frozenDays, extension.state.currentDays, extension.state.freezes]).toEqual([[], 3, 0])
  })
})

describe('milestones', () => {
  test('a milestone is reached once per streak', () => {
    let state = NO_STREAK
    const reached: [string, number, number][] = []
    let day = Temporal.PlainDate.from('2026-01-01')
    const learn = (days: number) => {
      for (let turn = 0; turn < days; turn++, day = day.add({ days: 1 })) {
        for (const hour of ['08:00', '20:00']) {
          const extension = applyActivity(state, moment(`${day}T${hour} Africa/Nairobi`))
          state = extension.state
          if (extension.milestone)
            reached.push([state.startedOn!, extension.milestone.days, extension.milestone.gems])
        }
      }
    }
    learn(400)
    day = day.add({ days: 1 })
    learn(7)
    const first = STREAK_MILESTONES.map(({ days, gems }) => ['2026-01-01', days, gems])
    expect(reached).toEqual([...first, ['2027-02-06', 3, 5], ['2027-02-06', 7, 15]] as never)
    expect(state).toMatchObject({ currentDays: 7, longestDays: 400 })
  })

  test('the milestones pay the specified gems', () => {
    expect(STREAK_MILESTONES.map(({ days, gems }) => [days, gems])).toEqual([
      [3, 5],
      [7, 15],
      [14, 30],
      [30, 75],
      [50, 120],
      [100, 250],
      [365, 1_000],
    ])
  })
})

describe('streakAsOf', () => {
  const { state } = live(['2026-05-01T12:00 UTC', '2026-05-02T12:00 UTC'], { freezes: 1 })
  const seen = (text: string, from = state) => streakAsOf(from, moment(text))

  test('a new user has no streak and the first milestone ahead', () => {
    expect(seen('2026-05-01T12:00 UTC', NO_STREAK)).toEqual({
      currentDays: 0,
      longestDays: 0,
      freezes: 0,
      isTodayDone: false,
      frozenDays: [],
      nextMilestone: { days: 3, gems: 5 },
    })
  })

  test.each<[string, string, object]>([
    [
      'today is done on the day of an activity',
      '2026-05-02T23:59:59.999 UTC',
      { currentDays: 2, isTodayDone: true, freezes: 1 },
    ],
    [
      'today is not done on the next day',
      '2026-05-03T00:00 UTC',
      { currentDays: 2, isTodayDone: false, freezes: 1 },
    ],
    [
      'a freeze continues the streak after one missed day',
      '2026-05-04T12:00 UTC',
      { currentDays: 2, isTodayDone: false, freezes: 0, frozenDays: ['2026-05-03'] },
    ],
    [
      'the streak ends if there are too few freezes, and they stay',
      '2026-05-05T00:00 UTC',
      { currentDays: 0, longestDays: 2, isTodayDone: false, freezes: 1, frozenDays: [] },
    ],
    [
      'today is done in a zone where it is still the previous date',
      '2026-05-02T00:30 Pacific/Honolulu',
      { isTodayDone: true },
    ],
  ])('%s', (_, text, expected) => {
    expect(seen(text)).toMatchObject(expected)
  })

  test('there is no next milestone after the last one', () => {
    expect(
      seen('2026-05-02T13:00 UTC', { ...state, currentDays: 365, longestDays: 365 }).nextMilestone,
    ).toBeNull()
    expect(
      seen('2026-05-02T13:00 UTC', { ...state, currentDays: 364, longestDays: 365 }).nextMilestone,
    ).toEqual({
      days: 365,
      gems: 1_000,
    })
  })

  test('the calendar shows the last days with those that a freeze covers', () => {
    const now = moment('2026-05-04T12:00 UTC')
    const written = Array.from({ length: 60 }, (_, index) => ({
      date: Temporal.PlainDate.from('2026-05-02')
        .subtract({ days: 59 - index })
        .toString(),
      status: 'DONE' as const,
    }))
    const calendar = buildCalendar(written, streakAsOf(state, now), now)
    expect(calendar.at(-1)).toEqual({ date: '2026-05-03', status: 'FROZEN' })
    expect(calendar.at(0)).toEqual({ date: '2026-03-31', status: 'DONE' })
    expect(calendar).toHaveLength(CALENDAR_DAYS - 1)
    expect(dayOf(now)).toBe('2026-05-04')
  })
})
