import { describe, expect, test } from 'bun:test'
import { addMs } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import {
  batchReference,
  type Direction,
  isDue,
  type Position,
  parseBatchReference,
  planBatches,
} from './batch.ts'

const NOW = new Date('2026-11-02T08:00:00.000Z')
const position = (change: Partial<Position>): Position => ({
  userId: newId(),
  settled: 50n,
  isOpen: false,
  failures: 0,
  retryAt: null,
  ...change,
})
const line = (direction: Direction, isIsolated = false) => ({
  userId: newId<'User'>(),
  address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' as const,
  amount: 1n,
  balance: 1n,
  lastTransferId: newId(),
  direction,
  isIsolated,
})

test('a user is due if ledger and chain differ and no open batch or retry delay applies', () => {
  expect([isDue(1n, undefined, NOW), isDue(0n, undefined, NOW)]).toEqual([true, false])
  expect([60n, 50n, 40n, 0n].map((balance) => isDue(balance, position({}), NOW))).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(isDue(60n, position({ isOpen: true }), NOW)).toBe(false)
  expect(isDue(60n, position({ retryAt: addMs(NOW, 1) }), NOW)).toBe(false)
  expect(isDue(60n, position({ retryAt: NOW }), NOW)).toBe(true)
})

describe('planBatches', () => {
  test('a batch has at most 100 users and one direction', () => {
    const due = [
      ...Array.from({ length: 250 }, () => line('MINT')),
      ...Array.from({ length: 3 }, () => line('BURN')),
    ]
    const batches = planBatches(due)
    expect(batches.map(({ direction, lines }) => [direction, lines.length])).toEqual([
      ['BURN', 3],
      ['MINT', 100],
      ['MINT', 100],
      ['MINT', 50],
    ])
    expect(new Set(batches.flatMap(({ lines }) => lines.map(({ userId }) => userId))).size).toBe(253)
  })

  test('a user of a failed batch gets a separate batch', () => {
    const batches = planBatches([line('MINT', true), line('MINT'), line('MINT', true), line('MINT')])
    expect(batches.map(({ lines }) => lines.length).sort()).toEqual([1, 1, 2])
  })

  test('parseBatchReference returns the id of a batch reference', () => {
    const id = newId<'SettlementBatch'>()
    expect(parseBatchReference(batchReference(id))).toBe(id)
  })
})
