import { describe, expect, test } from 'bun:test'
import { NEW_RATING, updateRating, withInactivity } from './glicko2.ts'

describe('Glicko-2', () => {
  test('updateRating reproduces the example of the Glicko-2 paper', () => {
    const after = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { opponent: { rating: 1400, deviation: 30 }, score: 1 },
      { opponent: { rating: 1550, deviation: 100 }, score: 0 },
      { opponent: { rating: 1700, deviation: 300 }, score: 0 },
    ])
    expect(after.rating).toBeCloseTo(1464.06, 1)
    expect(after.deviation).toBeCloseTo(151.52, 1)
    // The paper truncates after five digits.
    expect(Math.floor(after.volatility * 1e5) / 1e5).toBe(0.05999)
  })

  test('two equal players move by the same amount after a win and not after a draw', () => {
    const won = updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 1 }])
    const lost = updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 0 }])
    expect(won.rating - 1500).toBeCloseTo(1500 - lost.rating, 9)
    expect(won.rating).toBeGreaterThan(1600)
    expect(updateRating(NEW_RATING, [{ opponent: NEW_RATING, score: 0.5 }]).rating).toBeCloseTo(1500, 9)
    expect(won.deviation).toBeLessThan(350)
  })

  test('an unexpected win changes the rating more than an expected one', () => {
    const steady = { rating: 1500, deviation: 80, volatility: 0.06 }
    const gain = (rating: number) =>
      updateRating(steady, [{ opponent: { rating, deviation: 80 }, score: 1 }]).rating - 1500
    expect(gain(1900)).toBeGreaterThan(gain(1500))
    expect(gain(1500)).toBeGreaterThan(gain(1100))
    expect(gain(1100)).toBeGreaterThan(0)
  })

  test('inactivity increases the deviation up to that of a new player', () => {
    const known = { rating: 1700, deviation: 60, volatility: 0.06 }
    expect(withInactivity(known, 0).deviation).toBeCloseTo(60, 9)
    expect(withInactivity(known, 100).deviation).toBeGreaterThan(withInactivity(known, 10).deviation)
    expect(withInactivity(known, 1e9).deviation).toBe(350)
    expect(withInactivity(known, 100).rating).toBe(1700)
  })

  test('ratings stay within bounds through ten thousand unequal games', () => {
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
