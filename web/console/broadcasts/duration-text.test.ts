import { expect, test } from 'bun:test'
import { durationText } from './duration-text.ts'

test('a duration is told in the largest unit of which it has at least two', () => {
  expect(durationText(1, 'en')).toBe('1 second')
  expect(durationText(119, 'en')).toBe('119 seconds')
  expect(durationText(121, 'en')).toBe('3 minutes')
  expect(durationText(5_000, 'en')).toBe('84 minutes')
  expect(durationText(50_000, 'en')).toBe('14 hours')
  expect(durationText(200_000, 'en')).toBe('3 days')
})
