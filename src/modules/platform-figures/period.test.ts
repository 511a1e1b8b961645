import { expect, test } from 'bun:test'
import { intervalOf, intervalsOf, readPeriod } from './period.ts'

const NOW = new Date('2026-11-17T23:59:00.000Z')
const read = (from?: string, to?: string) => readPeriod({ from, to, interval: 'day', format: 'json' }, NOW)

test('a period ends today and has 30 days by default', () => {
  expect(read()).toMatchObject({ from: '2026-10-19', to: '2026-11-17' })
  expect(read(undefined, '2026-03-01')).toMatchObject({ from: '2026-01-31', to: '2026-03-01' })
})

test('a longer period than three years begins later', () => {
  expect(read('2000-01-01')).toMatchObject({ from: '2023-11-18', to: '2026-11-17' })
})

test('a period that begins after its end has no intervals', () => {
  expect(intervalsOf(read('2026-11-18'))).toEqual([])
})

test('a week begins on Monday and a month on its first day', () => {
  expect(intervalOf('2026-11-16', 'week')).toBe('2026-11-16')
  expect(intervalOf('2026-11-22', 'week')).toBe('2026-11-16')
  expect(intervalOf('2026-11-22', 'month')).toBe('2026-11-01')
  expect(intervalOf('2026-11-22', 'day')).toBe('2026-11-22')
})

test('the first and the last interval contain only the days of the period', () => {
  const intervals = intervalsOf({ from: '2026-10-30', to: '2026-11-03', interval: 'week' })
  expect(intervals.map(({ start, days }) => [start, days.length])).toEqual([
    ['2026-10-26', 3],
    ['2026-11-02', 2],
  ])
})
