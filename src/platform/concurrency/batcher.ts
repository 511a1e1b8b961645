import { AsyncLocalStorage } from 'node:async_hooks'
import { createThrottle } from './throttle.ts'

/** Processes a batch: returns one result for each item, in the items' order. */
type Work<Item, Outcome> = (items: Item[]) => Promise<Outcome[]>

interface BatcherOptions {
  /** Limits the work of one batch. */
  maxBatchSize?: number
  /** Limit of concurrent batches; a further batch starts only when `minWaitingForExtraBatch` calls wait. */
  maxConcurrent?: number
  minWaitingForExtraBatch?: number
  /**
   * Minimum interval between batch starts, except of full batches: a single call still starts immediately,
   * and under load batches grow.
   */
  minIntervalMs?: number
  /**
   * Retries each item of a failed batch in its own batch, concurrently, so that one item's error does not fail
   * the others. The batch must be all or nothing.
   */
  retryItemsSeparately?: boolean
}

interface PendingItem<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  /** Runs `work` in the context of the caller, for logs and traces. */
  runInCallerContext: <Result>(work: () => Result) => Result
}

/**
 * Batches concurrent calls. The first call runs immediately; calls that arrive while a batch is running form the
 * next batch. Every batch starts after all of its items were submitted.
 */
export function createBatcher<Item, Outcome>(
  work: Work<Item, Outcome>,
  {
    maxBatchSize = 100,
    maxConcurrent = 1,
    minWaitingForExtraBatch = 1,
    minIntervalMs = 0,
    retryItemsSeparately = false,
  }: BatcherOptions = {},
): (item: Item) => Promise<Outcome> {
  const waiting: PendingItem<Item, Outcome>[] = []
  const throttle = minIntervalMs > 0 ? createThrottle(minIntervalMs) : undefined
  let running = 0

  async function runBatches(): Promise<void> {
    running++
    // Calls of the same tick join the batch.
    await Promise.resolve()
    while (waiting.length > 0) {
      // A full batch starts without waiting.
      if (throttle && waiting.length < maxBatchSize) await throttle()
      const batch = waiting.splice(0, maxBatchSize)
      if (batch.length > 0) await runBatch(work, batch, retryItemsSeparately)
    }
    running--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, runInCallerContext: AsyncLocalStorage.snapshot() })
      if (running === 0 || (running < maxConcurrent && waiting.length >= minWaitingForExtraBatch))
        void runBatches()
    })
}

async function runBatch<Item, Outcome>(
  work: Work<Item, Outcome>,
  batch: PendingItem<Item, Outcome>[],
  retryItemsSeparately: boolean,
): Promise<void> {
  try {
    // The batch runs in the context of its first caller. The caller that started the loop may already be
    // done.
    const outcomes = await batch[0]!.runInCallerContext(() => work(batch.map(({ item }) => item)))
    batch.forEach(({ resolve }, index) => {
      resolve(outcomes[index]!)
    })
  } catch (error) {
    if (retryItemsSeparately && batch.length > 1)
      await Promise.all(batch.map((item) => runBatch(work, [item], false)))
    else for (const { reject } of batch) reject(error)
  }
}
