import { expect, test } from 'bun:test'
import { newId } from '../../../platform/ids.ts'
import { HOUSE, userAccount } from './account.ts'
import { checkEntries, type TransferEntry } from './transfer.ts'

const user = userAccount(newId())
/** Pairs of entries that sum to zero. */
const entries = (count: number): TransferEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    account: index % 2 === 0 ? user : HOUSE.issuance,
    asset: 'GEM',
    amount: index % 2 === 0 ? 1n : -1n,
  }))
const isTaken = (source: string, count: number) => {
  try {
    checkEntries(source, entries(count))
    return true
  } catch {
    return false
  }
}

test('a source has 1 to 200 characters', () => {
  const taken = [0, 1, 200, 201].map((length) => isTaken('x'.repeat(length), 2))
  expect(taken).toEqual([false, true, true, false])
})

test('a transfer has 2 to 10,000 entries', () => {
  expect([0, 2, 10_000, 10_002].map((count) => isTaken('a source', count))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
