import { assert } from '../../platform/errors.ts'

/**
 * Splits a pool by a table of percents among those who are ranked, given as the sizes of groups of equals, the best
 * first. Equals share the sum of their places. What rounding leaves over, and the shares of places that nobody
 * took, go to the best place; what even that cannot be split into goes to the first of its group. Nothing is left.
 */
export function splitPrizePool(pool: bigint, table: readonly number[], groups: readonly number[]): bigint[] {
  assert(groups.length > 0 && groups.every((size) => size > 0), 'somebody is ranked')
  const prizes: bigint[] = []
  let offset = 0
  for (const size of groups) {
    const percent = table.slice(offset, offset + size).reduce((sum, share) => sum + share, 0)
    const each = (pool * BigInt(percent)) / (100n * BigInt(size))
    for (let index = 0; index < size; index++) prizes.push(each)
    offset += size
  }
  const best = groups[0]!
  let rest = pool - prizes.reduce((sum, prize) => sum + prize, 0n)
  const each = rest / BigInt(best)
  for (let index = 0; index < best; index++) prizes[index]! += each
  rest -= each * BigInt(best)
  prizes[0]! += rest
  return prizes
}
