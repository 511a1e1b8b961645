import { describe, expect, test } from 'bun:test'
import { nightOf } from './learning-night.ts'

describe('nightOf', () => {
  test('a night lasts from 22:00 until 04:00 in the user’s time zone', () => {
    const nights = {
      '2026-11-02T18:59:59.999Z': undefined,
      '2026-11-02T19:00:00.000Z': '2026-11-02',
      '2026-11-02T20:59:59.999Z': '2026-11-02',
      '2026-11-02T21:00:00.000Z': '2026-11-02',
      '2026-11-03T00:59:59.999Z': '2026-11-02',
      '2026-11-03T01:00:00.000Z': undefined,
    }
    for (const [at, night] of Object.entries(nights))
      expect([at, nightOf(new Date(at), 'Africa/Nairobi')]).toEqual([at, night as never])
  })

  test('a night belongs to the date of its evening, also at the end of a month or year', () => {
    expect(nightOf(new Date('2027-01-01T03:59:00Z'), 'UTC')).toBe('2026-12-31')
    expect(nightOf(new Date('2028-03-01T00:00:00Z'), 'UTC')).toBe('2028-02-29')
    expect(nightOf(new Date('2026-12-31T22:00:00Z'), 'UTC')).toBe('2026-12-31')
  })

  test('a night with a clock change is one night', () => {
    const zone = 'America/New_York'
    // 02:00 comes twice in the night to 1 November 2026 and is skipped in the night to 8 March 2026.
    for (const at of [
      '2026-11-01T03:00:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-01T08:30:00Z',
    ])
      expect(nightOf(new Date(at), zone)).toBe('2026-10-31')
    expect(nightOf(new Date('2026-03-08T07:30:00Z'), zone)).toBe('2026-03-07')
    expect(nightOf(new Date('2026-03-08T08:00:00Z'), zone)).toBeUndefined()
  })
})
