import { expect, test } from 'bun:test'
import { periodOf, readFigureSearch } from './figure-search.ts'

const NOW = new Date('2026-11-17T23:30:00Z')

test('a period ends today, and longer ones have longer intervals', () => {
  expect(periodOf({}, NOW)).toEqual({ from: '2026-10-19', interval: 'day' })
  expect(periodOf({ period: 'quarter' }, NOW)).toEqual({ from: '2026-08-20', interval: 'week' })
  expect(periodOf({ period: 'year' }, NOW)).toEqual({ from: '2025-11-18', interval: 'month' })
  expect(periodOf({ period: 'year', interval: 'week' }, NOW).interval).toBe('week')
})

test('unknown values in the address are left out', () => {
  expect(readFigureSearch({ period: 'quarter', interval: 'year', asset: 'XP', page: 2 })).toEqual({
    period: 'quarter',
    asset: 'XP',
    page: 2,
  })
})
