import { expect, test } from 'bun:test'
import { metricsText } from '../metrics.ts'
import { reconcile } from './reconciler.ts'

const BAD = 3

/** Items 1 to `count` that stay due until they are processed; item 3 fails. */
function dueItems(count: number) {
  const due = new Set(Array.from({ length: count }, (_, index) => index + 1))
  const limits: number[] = []
  return {
    due,
    limits,
    listDue: async (limit: number) => {
      limits.push(limit)
      return [...due].slice(0, limit)
    },
    process: async (item: number) => {
      if (item === BAD) throw new Error('a bad item')
      due.delete(item)
    },
  }
}

test('a failed item does not stop the others, and the reconciler throws its error at the end', async () => {
  const items = dueItems(5)
  await expect(reconcile({ name: 'test.bad', ...items })).rejects.toThrow('a bad item')
  expect([...items.due]).toEqual([BAD])
  const text = await metricsText()
  expect(text).toContain('lyceum_reconciled_items_total{reconciler="test.bad",outcome="done"} 4')
  expect(text).toContain('lyceum_reconciled_items_total{reconciler="test.bad",outcome="failed"} 1')
})

test('a reconciler with throwsAtEnd false counts failed items and does not throw', async () => {
  expect(await reconcile({ name: 'test.quiet', ...dueItems(5), throwsAtEnd: false })).toBe(5)
})

test('a reconciler reads one batch of a bounded size', async () => {
  const items = dueItems(2)
  expect(await reconcile({ name: 'test.one', ...items, batchSize: 1 })).toBe(1)
  expect(items.limits).toEqual([1])
  expect([...items.due]).toEqual([2])
})

test('a reconciler with readsAllBatches continues until a batch is not full', async () => {
  const items = dueItems(2)
  expect(await reconcile({ name: 'test.all', ...items, batchSize: 1, readsAllBatches: true })).toBe(2)
  expect(items.limits).toEqual([1, 1, 1])
})

test('a reconciler with readsAllBatches stops after a batch with a failed item, which is still due', async () => {
  const items = dueItems(9)
  const run = reconcile({ name: 'test.stop', ...items, batchSize: 3, readsAllBatches: true })
  await expect(run).rejects.toThrow('a bad item')
  expect(items.limits).toEqual([3])
})

test('an aborted reconciler starts no further item', async () => {
  const stopping = new AbortController()
  const items = dueItems(2)
  const process = async (item: number) => {
    await items.process(item)
    stopping.abort()
  }
  expect(await reconcile({ name: 'test.abort', ...items, process, signal: stopping.signal })).toBe(1)
})

test('a reconciler processes at most `concurrency` items at a time', async () => {
  let [open, most] = [0, 0]
  const process = async () => {
    most = Math.max(most, ++open)
    await Bun.sleep(1)
    open--
  }
  await reconcile({ name: 'test.concurrency', ...dueItems(9), process, concurrency: 4 })
  expect(most).toBe(4)
})
