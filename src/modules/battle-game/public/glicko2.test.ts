import { describe, expect, test } from 'bun:test'
import { NEW_RATING, updateRating, withInactivity } from './glicko2.ts'

describe('Glicko-2', () => {
  test('gives what the paper gives for its example', () => {
    const after = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { opponent: { rating: 1400, deviation: 30 }, score: 1 },
      { opponent: { rating: 1550, deviation: 100 }, score: 0 },
      { opponent: { rating: 1700, deviation: 300 }, score: 0 },
    ])
    expect(after.rating).toBeCloseTo(1464.06, 1)
    expect(after.deviation).toBeCloseTo(151.52, 1)
    // The paper cuts it off after five digits.
    expect(Math.floor(after.volatility * 1e5) / 1e5).toBe(0.05999)
  })

  test('moves two equal players apart by the same, and not at all by a draw', () => {
    const won = updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 1 }])
    const lost = updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 0 }])
    expect(won.rating - 1500).toBeCloseTo(1500 - lost.rating, 9)
    expect(won.rating).toBeGreaterThan(1600)
    expect(updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 0.5 }]).rating).toBeCloseTo(1500, 9)
    expect(won.deviation).toBeLessThan(350)
  })

  test('rewards a surprise more than what was expected', () => {
    const steady = { rating: 1500, deviation: 80, volatility: 0.06 }
    const gain = (rating: number) =>
      updateRating(steady, [{ opponent: { rating, deviation: 80 }, score: 1 }]).rating - 1500
    expect(gain(1900)).toBeGreaterThan(gain(1500))
    expect(gain(1500)).toBeGreaterThan(gain(1100))
    expect(gain(1100)).toBeGreaterThan(0)
  })

  test('is less sure of whoever was away, and never less than of somebody new', () => {
    const known = { rating: 1700, deviation: 60, volatility: 0.06 }
    expect(withInactivity(known, 0).deviation).toBeCloseTo(60, 9)
    expect(withInactivity(known, 100).deviation).toBeGreaterThan(withInactivity(known, 10).deviation)
    expect(withInactivity(known, 1e9).deviation).toBe(350)
    expect(withInactivity(known, 100).rating).toBe(1700)
  })

  test('stays in bounds through ten thousand games between the weak and the strong', () => {
    let weak = NEW_RATING
    let strong = NEW_RATING
    for (let game = 0; game < 10_000; game++) {
      const score = game % 20 === 0 ? 0 : 1
      ;[strong, weak] = [
        updateRating(strong, [{ opponent: weak, score }]),
        updateRating(weak, [{ opponent: strong, score: 1 - score }]),
      ]
    }
    for (const { rating, deviation, volatility } of [weak, strong]) {
      expect(Number.isFinite(rating)).toBe(true)
      expect(deviation).toBeGreaterThanOrEqual(45)
      expect(volatility).toBeGreaterThan(0)
      expect(volatility).toBeLessThan(0.2)
    }
    expect(strong.rating).toBeGreaterThan(weak.rating + 200)
  })
})
