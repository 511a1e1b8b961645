import { expect, test } from 'bun:test'
import { prune } from './prune.ts'

/** A table of so many rows, and the limits that were asked for. */
function tableOf(rows: number) {
  const asked: number[] = []
  const deleteSome = async (limit: number) => {
    asked.push(limit)
    const gone = Math.min(limit, rows)
    rows -= gone
    return gone
  }
  return { asked, deleteSome, left: () => rows }
}

test('pruning goes on in batches until one is not full', async () => {
  const table = tableOf(25)
  expect(await prune('some_table', table.deleteSome, { batch: 10, pauseMs: 0 })).toBe(25)
  expect(table.asked).toEqual([10, 10, 10])
})

test('pruning stops at its bound, and what is left is there for the next run', async () => {
  const table = tableOf(100)
  expect(await prune('some_table', table.deleteSome, { batch: 10, most: 25, pauseMs: 0 })).toBe(25)
  expect(table.asked).toEqual([10, 10, 5])
  expect(table.left()).toBe(75)
})

test('pruning goes on beyond its bound while it has time, so that what grows fast is kept up with', async () => {
  const table = tableOf(100)
  const options = { batch: 10, most: 25, longestMs: 60_000, pauseMs: 0 }
  expect(await prune('some_table', table.deleteSome, options)).toBe(100)
  const slow = tableOf(1_000_000)
  const gone = await prune('some_table', slow.deleteSome, { ...options, longestMs: 30, pauseMs: 1 })
  expect(gone).toBeGreaterThanOrEqual(25)
  expect(gone).toBeLessThan(1_000_000)
})

test('pruning stops after the batch in which it is told to', async () => {
  const table = tableOf(100)
  const stopping = new AbortController()
  const deleteSome = async (limit: number) => {
    if (table.asked.length === 1) stopping.abort()
    return table.deleteSome(limit)
  }
  expect(await prune('some_table', deleteSome, { batch: 10, pauseMs: 0, signal: stopping.signal })).toBe(20)
})
