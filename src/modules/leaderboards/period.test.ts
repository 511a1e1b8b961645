import { describe, expect, test } from 'bun:test'
import { ALL_TIME, boardAt, periodRange } from './period.ts'

const week = (at: string) => boardAt('week', new Date(at)).startsOn
const month = (at: string) => boardAt('month', new Date(at)).startsOn

describe('weeks', () => {
  test('a week begins on Monday at midnight UTC', () => {
    expect(week('2026-11-01T23:59:59.999Z')).toBe('2026-10-26')
    expect(week('2026-11-02T00:00:00.000Z')).toBe('2026-11-02')
    expect(week('2026-11-08T23:59:59.999Z')).toBe('2026-11-02')
    expect(week('2026-11-09T00:00:00.000Z')).toBe('2026-11-09')
  })

  test('all days of a week have the same board', () => {
    for (const day of ['02', '03', '04', '05', '06', '07', '08'])
      expect(week(`2026-11-${day}T12:00:00.000Z`)).toBe('2026-11-02')
  })

  test('a week may span two years or contain a leap day', () => {
    expect(week('2027-01-01T00:00:00.000Z')).toBe('2026-12-28')
    expect(week('2027-01-03T23:59:59.999Z')).toBe('2026-12-28')
    expect(week('2027-01-04T00:00:00.000Z')).toBe('2027-01-04')
    expect(week('2028-02-29T12:00:00.000Z')).toBe('2028-02-28')
    expect(week('2028-03-05T23:59:59.999Z')).toBe('2028-02-28')
  })

  test('a week lasts seven days, also when clocks change', () => {
    const { start, end } = periodRange('week', new Date('2026-03-29T12:00:00.000Z'))
    expect([start.toISOString(), end.toISOString()]).toEqual([
      '2026-03-23T00:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ])
  })
})

describe('months', () => {
  test('a month is the calendar month in UTC', () => {
    expect(month('2026-10-31T23:59:59.999Z')).toBe('2026-10-01')
    expect(month('2026-11-01T00:00:00.000Z')).toBe('2026-11-01')
    expect(month('2026-12-31T23:59:59.999Z')).toBe('2026-12-01')
    expect(month('2027-01-01T00:00:00.000Z')).toBe('2027-01-01')
  })

  test('a month ends where the next begins, also in leap years and at the end of a year', () => {
    const end = (at: string) => periodRange('month', new Date(at)).end.toISOString()
    expect(end('2028-02-01T00:00:00.000Z')).toBe('2028-03-01T00:00:00.000Z')
    expect(end('2027-02-28T00:00:00.000Z')).toBe('2027-03-01T00:00:00.000Z')
    expect(end('2026-12-31T00:00:00.000Z')).toBe('2027-01-01T00:00:00.000Z')
  })
})

test('all time is one board', () => {
  expect(boardAt('all-time', new Date('2026-11-02'))).toBe(ALL_TIME)
})
