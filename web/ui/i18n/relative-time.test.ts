import { describe, expect, test } from 'bun:test'
import { relativeTime } from './relative-time.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)

describe('relative times', () => {
  test('a relative time is in the largest unit that fits', () => {
    expect(relativeTime('en', at(-59), NOW)).toBe('now')
    expect(relativeTime('en', at(-61), NOW)).toBe('1 minute ago')
    expect(relativeTime('en', at(-3_600 * 5), NOW)).toBe('5 hours ago')
    expect(relativeTime('en', at(-86_400), NOW)).toBe('yesterday')
    expect(relativeTime('en', at(86_400 * 3), NOW)).toBe('in 3 days')
    expect(relativeTime('en', at(-86_400 * 400), NOW)).toBe('last year')
  })

  test('a relative time is in the given language', () => {
    expect(relativeTime('fr', at(-3_600), NOW)).toBe('il y a 1 heure')
  })
})
