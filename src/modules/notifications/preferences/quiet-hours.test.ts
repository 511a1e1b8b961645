import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { quietUntil } from './quiet-hours.ts'

const NIGHT = { start: '22:00', end: '07:00' }
const until = (hours: { start: string; end: string }, zone: string, at: string) =>
  quietUntil(hours, zone, new Date(at))?.toISOString()

describe('quiet hours', () => {
  test('quiet hours over midnight end in the morning of the time zone', () => {
    expect(until(NIGHT, 'Africa/Nairobi', '2026-11-02T18:59:59Z')).toBeUndefined()
    expect(until(NIGHT, 'Africa/Nairobi', '2026-11-02T19:00:00Z')).toBe('2026-11-03T04:00:00.000Z')
    expect(until(NIGHT, 'Africa/Nairobi', '2026-11-03T03:59:59Z')).toBe('2026-11-03T04:00:00.000Z')
    expect(until(NIGHT, 'Africa/Nairobi', '2026-11-03T04:00:00Z')).toBeUndefined()
  })

  test('quiet hours within a day end on that day', () => {
    const noon = { start: '12:00', end: '14:00' }
    expect(until(noon, 'America/New_York', '2026-07-01T15:59:00Z')).toBeUndefined()
    expect(until(noon, 'America/New_York', '2026-07-01T16:00:00Z')).toBe('2026-07-01T18:00:00.000Z')
    expect(until(noon, 'America/New_York', '2026-07-01T18:00:00Z')).toBeUndefined()
  })

  test('quiet hours that begin before the clock is set forward end at the new local time', () => {
    // In Berlin the night of 28 to 29 March 2026 has an hour less.
    expect(until(NIGHT, 'Europe/Berlin', '2026-03-28T21:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
  })

  test('quiet hours that begin before the clock is set back end at the new local time', () => {
    // In Berlin the night of 24 to 25 October 2026 has an hour more.
    expect(until(NIGHT, 'Europe/Berlin', '2026-10-24T20:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
  })

  test('quiet hours that end at a skipped local time end later by the skipped time', () => {
    // 02:30 is skipped: the clock goes from 02:00 to 03:00.
    const hours = { start: '23:00', end: '02:30' }
    expect(until(hours, 'Europe/Berlin', '2026-03-29T00:45:00Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(until(hours, 'Europe/Berlin', '2026-03-29T01:30:00Z')).toBeUndefined()
  })

  test('quiet hours that end at a repeated local time end at the second one', () => {
    const hours = { start: '23:00', end: '02:30' }
    // 02:30 in summer time is 00:30 UTC; in winter time 01:30 UTC.
    expect(until(hours, 'Europe/Berlin', '2026-10-25T00:45:00Z')).toBe('2026-10-25T01:30:00.000Z')
    expect(until(hours, 'Europe/Berlin', '2026-10-25T01:29:00Z')).toBe('2026-10-25T01:30:00.000Z')
    expect(until(hours, 'Europe/Berlin', '2026-10-25T01:30:00Z')).toBeUndefined()
  })

  test('quiet hours in any time zone end at their local end time, in the future and within about a day', () => {
    const time = fc
      .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) })
      .map(({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Africa/Nairobi',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ]
    fc.assert(
      fc.property(
        time,
        time,
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        (start, end, zone, now) => {
          fc.pre(start !== end)
          const until = quietUntil({ start, end }, zone, now)
          if (!until) return
          expect(until.getTime()).toBeGreaterThan(now.getTime())
          expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
          const shown = Temporal.Instant.fromEpochMilliseconds(until.getTime()).toZonedDateTimeISO(zone)
          const day = shown.toPlainDate()
          const isChangeOfClock =
            day.add({ days: 1 }).toZonedDateTime(zone).since(day.toZonedDateTime(zone)).hours !== 24
          if (isChangeOfClock) return
          expect(quietUntil({ start, end }, zone, until)).toBeUndefined()
          expect(shown.toPlainTime().toString({ smallestUnit: 'minute' })).toBe(end)
        },
      ),
      { numRuns: 2_000, seed: 20261102 },
    )
  })
})
