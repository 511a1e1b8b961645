import { afterEach, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../../test/harness/random.ts'
import { Refusal } from '../errors.ts'
import { workContext } from '../log.ts'
import { type LoadShedding, Semaphore } from './semaphore.ts'

let made: Semaphore[] = []
afterEach(() => {
  for (const permits of made) permits.close()
  made = []
})

function permitsOf(
  count: number,
  queueLimit = 5_000,
  waitLimitMs = 5_000,
  loadShedding?: LoadShedding,
): Semaphore {
  const permits = new Semaphore(count, queueLimit, waitLimitMs, loadShedding)
  made.push(permits)
  return permits
}

describe('permits', () => {
  test('are given at once while there are any, without a turn of the event loop', () => {
    const permits = permitsOf(2)
    expect(permits.acquire()).toBeUndefined()
    expect(permits.acquire()).toBeUndefined()
    expect(permits.acquire()).toBeInstanceOf(Promise)
    expect(permits.waiting).toBe(1)
  })

  test('go to those who wait in the order in which they came', async () => {
    const permits = permitsOf(1)
    void permits.acquire()
    const order: number[] = []
    const waits = [1, 2, 3].map((number) => permits.acquire()!.then(() => order.push(number)))
    for (const wait of waits) {
      permits.release()
      await wait
    }
    expect(order).toEqual([1, 2, 3])
    expect(permits.waiting).toBe(0)
  })

  test('are never held by more than their number, whatever the order of the releases (seeded)', async () => {
    const random = seededRandom(20_260)
    const permits = permitsOf(5)
    let acquired = 0
    let maxBusy = 0
    await Promise.all(
      Array.from({ length: 5_000 }, async () => {
        const wait = permits.acquire()
        if (wait) await wait
        maxBusy = Math.max(maxBusy, ++acquired)
        for (let order = Math.floor(random() * 4); order > 0; order--) await Promise.resolve()
        acquired--
        permits.release()
      }),
    )
    expect(maxBusy).toBe(5)
    expect(permits.waiting).toBe(0)
    for (let index = 0; index < 5; index++) expect(permits.acquire()).toBeUndefined()
    expect(permits.acquire()).toBeInstanceOf(Promise)
  })

  test('refuse at once whoever comes when the queue is full', () => {
    const permits = permitsOf(1, 2)
    void permits.acquire()
    void permits.acquire()
    void permits.acquire()
    expect(() => permits.acquire()).toThrow(Refusal)
    expect(permits.waiting).toBe(2)
  })

  test('refuse whoever has waited too long, and only them', async () => {
    // The late one has as long again when the early one is refused: far longer than a machine stands still.
    const permits = permitsOf(1, 10, 2_000)
    void permits.acquire()
    const early = permits.acquire()!.catch((error: unknown) => error)
    await Bun.sleep(1_900)
    const late = permits.acquire()!.then(() => 'served')
    const refusal = (await early) as Refusal
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal.code).toBe('OVERLOADED')
    expect(refusal.retryAfterSeconds).toBe(1)
    permits.release()
    expect(await late).toBe('served')
  })

  test('are not lost when somebody gave up waiting', async () => {
    const permits = permitsOf(1, 10, 100)
    void permits.acquire()
    await expect(permits.acquire()!).rejects.toThrow()
    permits.release()
    expect(permits.acquire()).toBeUndefined()
  })
})

describe('a queue that is never empty', () => {
  const LOAD_SHEDDING = { afterMs: 60, waitLimitMs: 40 }
  const asRequest = <Result>(work: () => Result) => workContext.run({ requestId: 'test' }, work)
  const outcomeOf = (wait: Promise<void> | undefined) =>
    wait!.then(
      () => 'served',
      (error: Refusal) => error.code,
    )
  /** All permits are taken, and somebody has been waiting for longer than a burst may take. */
  async function busySemaphore() {
    const permits = permitsOf(1, 100, 60_000, LOAD_SHEDDING)
    void permits.acquire()
    const early = [1, 2, 3].map(() => outcomeOf(asRequest(() => permits.acquire())))
    await Bun.sleep(2 * LOAD_SHEDDING.afterMs)
    return { permits, early }
  }

  test('is no place for requests that come late: they are refused soon, while a burst waits and is served', async () => {
    const { permits, early } = await busySemaphore()
    const late = outcomeOf(asRequest(() => permits.acquire()))
    expect(await late).toBe('OVERLOADED')
    expect(permits.waiting).toBe(3)
    for (const wait of early) {
      permits.release()
      expect(await wait).toBe('served')
    }
  })

  test('serves a late request whose turn comes soon', async () => {
    const { permits, early } = await busySemaphore()
    const late = outcomeOf(asRequest(() => permits.acquire()))
    for (let count = 0; count < 4; count++) permits.release()
    const outcomes: string[] = await Promise.all([...early, late])
    expect(outcomes).toEqual(Array(4).fill('served'))
  })

  test('keeps work that nobody waits for, which is served in its turn', async () => {
    const { permits, early } = await busySemaphore()
    const job = outcomeOf(workContext.run({ jobId: 'test' }, () => permits.acquire()))
    const before = outcomeOf(asRequest(() => permits.acquire()))
    expect(await before).toBe('OVERLOADED')
    expect(permits.waiting).toBe(4)
    for (let count = 0; count < 4; count++) permits.release()
    const outcomes: string[] = await Promise.all([...early, job])
    expect(outcomes).toEqual(Array(4).fill('served'))
  })

  test('lets the next burst wait when it was empty in between', async () => {
    const { permits, early } = await busySemaphore()
    for (let count = 0; count < 3; count++) permits.release()
    await Promise.all(early)
    expect(permits.waiting).toBe(0)
    const burst = outcomeOf(asRequest(() => permits.acquire()))
    await Bun.sleep(4 * LOAD_SHEDDING.waitLimitMs)
    permits.release()
    expect(await burst).toBe('served')
  })

  test('gives nobody more patience than there is without it', async () => {
    const permits = permitsOf(1, 100, 20, { afterMs: 0, waitLimitMs: 60_000 })
    void permits.acquire()
    const waits = [1, 2].map(() => outcomeOf(asRequest(() => permits.acquire())))
    expect(await Promise.all(waits)).toEqual(['OVERLOADED', 'OVERLOADED'])
  })
})
