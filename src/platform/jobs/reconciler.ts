import { describeError } from '../describe-error.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'

const reconciledItems = counter(
  'lyceum_reconciled_items_total',
  'Pending items that a reconciler processed, by reconciler and outcome',
  ['reconciler', 'outcome'],
)

export interface Reconciler<Item> {
  /** The name in metrics and log lines, such as `contests.finish`. */
  name: string
  /** Lists at most `limit` items whose time has come. The backoff of an item is in its row, where every process sees it. */
  listDue: (limit: number) => Promise<Item[]>
  /** Processes one item. It must be idempotent: another process may have the same item. */
  process: (item: Item) => Promise<unknown>
  batchSize?: number
  concurrency?: number
  /** Reads further batches after a full one; requires that a processed item is not due any more. */
  readsAllBatches?: boolean
  /** If false, failed items are only logged and counted. Otherwise the first error is thrown at the end and fails the job. */
  throwsAtEnd?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Processes items that are pending although their own job should have completed them. The failure of one item does not
 * stop the others. Returns the number of processed items, failed ones included.
 */
export async function reconcile<Item>(reconciler: Reconciler<Item>): Promise<number> {
  const { listDue, batchSize = 100, readsAllBatches = false, throwsAtEnd = true, signal } = reconciler
  const errors: unknown[] = []
  let count = 0
  while (!signal?.aborted) {
    const items = await listDue(batchSize)
    count += await processBatch(reconciler, items, errors)
    // Failed items are still due: the next batch would contain them again.
    if (!readsAllBatches || items.length < batchSize || errors.length > 0) break
  }
  if (throwsAtEnd && errors.length > 0) throw errors[0]
  return count
}

async function processBatch<Item>(
  { name, process, concurrency = 1, signal }: Reconciler<Item>,
  items: Item[],
  errors: unknown[],
): Promise<number> {
  let count = 0
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) {
      if (signal?.aborted) return
      count++
      try {
        await process(item)
        reconciledItems.inc({ reconciler: name, outcome: 'done' })
      } catch (error) {
        errors.push(error)
        reconciledItems.inc({ reconciler: name, outcome: 'failed' })
        log.error(
          { reconciler: name, item, error: describeError(error) },
          'jobs: reconciling an item failed; the next run tries again',
        )
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return count
}
