import { expect, test } from 'bun:test'
import { lastDaysOf, readPeriod } from './period.ts'

const NOW = new Date('2026-11-02T23:59:00Z')

test('both days belong to the period', () => {
  const period = readPeriod({ from: '2026-10-31', to: '2026-11-01' }, NOW)
  expect(period).toEqual({ since: new Date('2026-10-31'), until: new Date('2026-11-02') })
  expect(lastDaysOf(period).days).toEqual(['2026-10-31', '2026-11-01'])
})

test('without days the period is all time until today, and its last 366 days are listed', () => {
  const period = readPeriod({}, NOW)
  expect(period).toEqual({ since: new Date(0), until: new Date('2026-11-03') })
  const { since, days } = lastDaysOf(period)
  expect([since, days.length, days[0], days.at(-1)]).toEqual([
    new Date('2025-11-02'),
    366,
    '2025-11-02',
    '2026-11-02',
  ])
})

test('a period that begins in the future has no days', () => {
  expect(lastDaysOf(readPeriod({ from: '2027-01-01' }, NOW)).days).toEqual([])
})
