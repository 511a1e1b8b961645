import { AsyncLocalStorage } from 'node:async_hooks'
import { createThrottle } from './throttle.ts'

/** Does for many at once what each has asked for: one outcome for each item, in the items' order. */
type Work<Item, Outcome> = (items: Item[]) => Promise<Outcome[]>

interface BatcherOptions {
  /** So that one piece of work never grows beyond what is quick. */
  maxBatchSize?: number
  /** How many groups may be under way at once; beyond the first only when so many wait that it is worth it. */
  maxConcurrent?: number
  minWaitingForExtraBatch?: number
  /** Groups begin at least so far apart: what comes alone waits for nobody, and where much comes, more goes together. */
  minIntervalMs?: number
  /** What fails together is tried one by one, so that one's fault is not another's. Such work is all or nothing. */
  retryItemsSeparately?: boolean
}

interface PendingItem<Item, Outcome> {
  item: Item
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
  /** As what the asker is known to the log and to traces. */
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
    // What else this very moment brings goes along.
    await Promise.resolve()
    while (waiting.length > 0) {
      // A group that is full waits for nobody either.
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
    // As one of those who wait for it: whoever happened to be first has long been answered.
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
