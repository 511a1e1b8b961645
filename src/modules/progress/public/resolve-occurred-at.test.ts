import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts'
import { CLOCK_SKEW_MS, MAX_DELAY_MS, resolveOccurredAt } from './resolve-occurred-at.ts'

const now = new Date('2026-11-16T08:00:00.000Z')
const enrolledAt = addMs(now, -30 * DAY_MS)
const codeOf = (occurredAt: Date, enrolled = enrolledAt): string => {
  try {
    return resolveOccurredAt(occurredAt, { now, enrolledAt: enrolled }).toISOString()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('resolveOccurredAt', () => {
  test('an activity without a time happened now', () => {
    expect(resolveOccurredAt(undefined, { now, enrolledAt })).toBe(now)
  })

  test('an activity is accepted for exactly 48 hours', () => {
    expect(codeOf(addMs(now, -48 * HOUR_MS))).toBe('2026-11-14T08:00:00.000Z')
    expect(codeOf(addMs(now, -48 * HOUR_MS - 1))).toBe('OCCURRED_TOO_LONG_AGO')
  })

  test('a time in the future is accepted within a minute and becomes now', () => {
    expect(codeOf(addMs(now, MINUTE_MS))).toBe(now.toISOString())
    expect(codeOf(addMs(now, MINUTE_MS + 1))).toBe('OCCURRED_IN_FUTURE')
  })

  test('a time before the enrollment is accepted within a minute and becomes the enrollment', () => {
    const enrolled = addMs(now, -HOUR_MS)
    expect(codeOf(addMs(enrolled, -30 * SECOND_MS), enrolled)).toBe(enrolled.toISOString())
    expect(codeOf(addMs(enrolled, -MINUTE_MS - 1), enrolled)).toBe('OCCURRED_BEFORE_ENROLLMENT')
  })

  test('an accepted time is never in the future, before the enrollment or far from the given one', () => {
    const offsets = fc.integer({ min: -4 * DAY_MS, max: HOUR_MS })
    const enrollments = fc.integer({ min: -4 * DAY_MS, max: 0 })
    fc.assert(
      fc.property(offsets, enrollments, (offset, enrolledOffset) => {
        const [occurred, enrolled] = [addMs(now, offset), addMs(now, enrolledOffset)]
        const isAllowed =
          offset <= CLOCK_SKEW_MS && offset >= -MAX_DELAY_MS && offset >= enrolledOffset - CLOCK_SKEW_MS
        const result = codeOf(occurred, enrolled)
        expect(result.startsWith('OCCURRED')).toBe(!isAllowed)
        if (!isAllowed) return
        const at = Date.parse(result)
        expect(at).toBeLessThanOrEqual(now.getTime())
        expect(at).toBeGreaterThanOrEqual(enrolled.getTime())
        expect(Math.abs(at - occurred.getTime())).toBeLessThanOrEqual(CLOCK_SKEW_MS)
      }),
      { numRuns: 3_000, seed: 20_261_116 },
    )
  })
})
