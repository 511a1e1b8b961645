import { assert } from '../../platform/errors.ts'

/**
 * Splits a pool by a table of percents. `groups` are the sizes of groups with equal results, the best first; a group
 * shares the sum of its ranks equally. The rest of rounding and of unused ranks goes to the best group, and what that
 * group cannot share goes to its first member. The prizes sum up to the pool.
 */
export function splitPrizePool(pool: bigint, table: readonly number[], groups: readonly number[]): bigint[] {
  assert(groups.length > 0 && groups.every((size) => size > 0), 'at least one participant is ranked')
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
