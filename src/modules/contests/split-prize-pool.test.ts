import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { splitPrizePool } from './split-prize-pool.ts'

const TABLE = [50, 30, 20]
const numbers = (prizes: bigint[]) => prizes.map(Number)

describe('splitPrizePool', () => {
  test('a pool is split by the table', () => {
    expect(numbers(splitPrizePool(130n, TABLE, [1, 1, 1]))).toEqual([65, 39, 26])
    expect(numbers(splitPrizePool(130n, TABLE, [1, 1, 1, 1, 1]))).toEqual([65, 39, 26, 0, 0])
  })

  test('the rest of rounding goes to the best rank', () => {
    expect(numbers(splitPrizePool(101n, TABLE, [1, 1, 1]))).toEqual([51, 30, 20])
    expect(numbers(splitPrizePool(1n, TABLE, [1, 1, 1]))).toEqual([1, 0, 0])
  })

  test('the shares of unused ranks go to the best rank', () => {
    expect(numbers(splitPrizePool(100n, TABLE, [1, 1]))).toEqual([70, 30])
    expect(numbers(splitPrizePool(100n, TABLE, [1]))).toEqual([100])
  })

  test('equal results share the sum of their ranks equally', () => {
    expect(numbers(splitPrizePool(100n, TABLE, [2, 1]))).toEqual([40, 40, 20])
    expect(numbers(splitPrizePool(100n, TABLE, [1, 2]))).toEqual([50, 25, 25])
    // Ranks 3, 4 and 5: only the third has a prize.
    expect(numbers(splitPrizePool(100n, TABLE, [1, 1, 3]))).toEqual([52, 30, 6, 6, 6])
  })

  test('gems that equal results cannot share go to the first of them', () => {
    expect(numbers(splitPrizePool(100n, TABLE, [3]))).toEqual([34, 33, 33])
  })

  test('random pools are paid out completely, in the order of ranks, and equal results differ only by the rest', () => {
    const table = fc
      .array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 10 })
      .map((weights) => {
        const sum = weights.reduce((one, other) => one + other, 0)
        const shares = weights.map((weight) => Math.floor((100 * weight) / sum)).sort((a, b) => b - a)
        shares[0]! += 100 - shares.reduce((one, other) => one + other, 0)
        return shares
      })
    const groups = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), table, groups, (pool, shares, sizes) => {
        const prizes = splitPrizePool(pool, shares, sizes)
        expect(prizes.reduce((sum, prize) => sum + prize, 0n)).toBe(pool)
        let from = 0
        let before: bigint | undefined
        for (const size of sizes) {
          const group = prizes.slice(from, from + size)
          const [first, ...others] = from === 0 ? group : [group[0]!, ...group]
          for (const other of others) expect(other === others[0]!).toBe(true)
          expect(first! - (others[0] ?? first!) < BigInt(size)).toBe(true)
          if (before !== undefined) expect(before >= first!).toBe(true)
          before = group.at(-1)!
          from += size
        }
      }),
      { numRuns: 500, seed: 20_261_115 },
    )
  })
})
