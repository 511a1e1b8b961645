import { expect, test } from 'bun:test'
import { deleteInBatches } from './retention.ts'

/** A table with this many rows, and the requested limits. */
function tableOf(rows: number) {
  const limits: number[] = []
  const deleteSome = async (limit: number) => {
    limits.push(limit)
    const deleted = Math.min(limit, rows)
    rows -= deleted
    return deleted
  }
  return { limits, deleteSome, left: () => rows }
}

test('deleteInBatches continues until a batch is not full', async () => {
  const table = tableOf(25)
  expect(await deleteInBatches('some_table', table.deleteSome, { batchSize: 10, pauseMs: 0 })).toBe(25)
  expect(table.limits).toEqual([10, 10, 10])
})

test('deleteInBatches stops at its row limit and leaves the rest for the next run', async () => {
  const table = tableOf(100)
  expect(
    await deleteInBatches('some_table', table.deleteSome, { batchSize: 10, maxRows: 25, pauseMs: 0 }),
  ).toBe(25)
  expect(table.limits).toEqual([10, 10, 5])
  expect(table.left()).toBe(75)
})

test('deleteInBatches continues beyond its row limit while it has time', async () => {
  const table = tableOf(100)
  const options = { batchSize: 10, maxRows: 25, maxMs: 60_000, pauseMs: 0 }
  expect(await deleteInBatches('some_table', table.deleteSome, options)).toBe(100)
  const slow = tableOf(1_000_000)
  const deleted = await deleteInBatches('some_table', slow.deleteSome, { ...options, maxMs: 30, pauseMs: 1 })
  expect(deleted).toBeGreaterThanOrEqual(25)
  expect(deleted).toBeLessThan(1_000_000)
})

test('deleteInBatches stops after the current batch when it is aborted', async () => {
  const table = tableOf(100)
  const stopping = new AbortController()
  const deleteSome = async (limit: number) => {
    if (table.limits.length === 1) stopping.abort()
    return table.deleteSome(limit)
  }
  expect(
    await deleteInBatches('some_table', deleteSome, { batchSize: 10, pauseMs: 0, signal: stopping.signal }),
  ).toBe(20)
})
