import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { levelForXp } from './xp-level.ts'

describe('levelForXp', () => {
  test.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [399, 2],
    [400, 3],
    [899, 3],
    [900, 4],
    [1_000_000, 101],
    [Number.MAX_SAFE_INTEGER, 9_490_627],
  ])('of %d XP is %d', (totalXP, level) => {
    expect(levelForXp(totalXP)).toBe(level)
  })

  test('a level is reached exactly at its XP threshold, also for large numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9_490_000 }), (level) => {
        const needed = 100 * (level - 1) ** 2
        expect([levelForXp(needed - 1), levelForXp(needed)]).toEqual([level - 1, level])
      }),
      { numRuns: 2_000 },
    )
  })
})
