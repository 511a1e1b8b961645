import { expect, test } from 'bun:test'
import { formatHours } from './format-hours.ts'

test.each([
  ['en', 0, '0 min'],
  ['en', 0.25, '15 min'],
  ['en', 1, '1 hr'],
  ['en', 1.75, '1 hr 45 min'],
  ['en', 9.75, '9 hr 45 min'],
  // Minutes would feign precision.
  ['en', 14.25, '15 hr'],
  ['fr', 1.5, '1 h 30 min'],
  ['pt', 1.5, '1 h 30 min'],
])('in %s, %d hours are "%s"', (locale, hours, text) => {
  // Languages put other kinds of spaces between a number and its unit.
  expect(formatHours(locale, hours).replaceAll(/\s/g, ' ')).toBe(text)
})

test('hours are written in Arabic and Kiswahili in their own words', () => {
  expect(formatHours('ar', 1.5)).toMatch(/س.*د/)
  expect(formatHours('sw', 2)).toContain('saa')
})
