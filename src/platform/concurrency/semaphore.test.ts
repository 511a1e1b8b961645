import { afterEach, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../../test/harness/random.ts'
import { Refusal } from '../errors.ts'
import { workContext } from '../log.ts'
import { type LoadShedding, Semaphore } from './semaphore.ts'

let made: Semaphore[] = []
afterEach(() => {
  for (const semaphore of made) semaphore.close()
  made = []
})

function semaphoreOf(
  count: number,
  queueLimit = 5_000,
  waitLimitMs = 5_000,
  loadShedding?: LoadShedding,
): Semaphore {
  const semaphore = new Semaphore(count, queueLimit, waitLimitMs, loadShedding)
  made.push(semaphore)
  return semaphore
}

describe('semaphore', () => {
  test('a free permit is given synchronously', () => {
    const semaphore = semaphoreOf(2)
    expect(semaphore.acquire()).toBeUndefined()
    expect(semaphore.acquire()).toBeUndefined()
    expect(semaphore.acquire()).toBeInstanceOf(Promise)
    expect(semaphore.waiting).toBe(1)
  })

  test('permits go to waiting callers in the order of arrival', async () => {
    const semaphore = semaphoreOf(1)
    void semaphore.acquire()
    const order: number[] = []
    const waits = [1, 2, 3].map((number) => semaphore.acquire()!.then(() => order.push(number)))
    for (const wait of waits) {
      semaphore.release()
      await wait
    }
    expect(order).toEqual([1, 2, 3])
    expect(semaphore.waiting).toBe(0)
  })

  test('the number of taken permits never exceeds the limit, whatever the order of releases (seeded)', async () => {
    const random = seededRandom(20_260)
    const semaphore = semaphoreOf(5)
    let acquired = 0
    let maxBusy = 0
    await Promise.all(
      Array.from({ length: 5_000 }, async () => {
        const wait = semaphore.acquire()
        if (wait) await wait
        maxBusy = Math.max(maxBusy, ++acquired)
        for (let order = Math.floor(random() * 4); order > 0; order--) await Promise.resolve()
        acquired--
        semaphore.release()
      }),
    )
    expect(maxBusy).toBe(5)
    expect(semaphore.waiting).toBe(0)
    for (let index = 0; index < 5; index++) expect(semaphore.acquire()).toBeUndefined()
    expect(semaphore.acquire()).toBeInstanceOf(Promise)
  })

  test('acquire rejects immediately when the queue is full', () => {
    const semaphore = semaphoreOf(1, 2)
    void semaphore.acquire()
    void semaphore.acquire()
    void semaphore.acquire()
    expect(() => semaphore.acquire()).toThrow(Refusal)
    expect(semaphore.waiting).toBe(2)
  })

  test('acquire rejects only the callers that waited too long', async () => {
    // The late caller has the same time left when the early one is rejected: far longer than a machine
    // stalls.
    const semaphore = semaphoreOf(1, 10, 2_000)
    void semaphore.acquire()
    const early = semaphore.acquire()!.catch((error: unknown) => error)
    await Bun.sleep(1_900)
    const late = semaphore.acquire()!.then(() => 'served')
    const refusal = (await early) as Refusal
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal.code).toBe('OVERLOADED')
    expect(refusal.retryAfterSeconds).toBe(1)
    semaphore.release()
    expect(await late).toBe('served')
  })

  test('a permit is not lost when a waiting caller gives up', async () => {
    const semaphore = semaphoreOf(1, 10, 100)
    void semaphore.acquire()
    await expect(semaphore.acquire()!).rejects.toThrow()
    semaphore.release()
    expect(semaphore.acquire()).toBeUndefined()
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
  /** All permits are taken, and a caller has waited for longer than `afterMs`. */
  async function busySemaphore() {
    const semaphore = semaphoreOf(1, 100, 60_000, LOAD_SHEDDING)
    void semaphore.acquire()
    const early = [1, 2, 3].map(() => outcomeOf(asRequest(() => semaphore.acquire())))
    await Bun.sleep(2 * LOAD_SHEDDING.afterMs)
    return { semaphore, early }
  }

  test('late requests in a standing queue are rejected early, while the first burst waits and is served', async () => {
    const { semaphore, early } = await busySemaphore()
    const late = outcomeOf(asRequest(() => semaphore.acquire()))
    expect(await late).toBe('OVERLOADED')
    expect(semaphore.waiting).toBe(3)
    for (const wait of early) {
      semaphore.release()
      expect(await wait).toBe('served')
    }
  })

  test('a late request whose permit becomes free soon is served', async () => {
    const { semaphore, early } = await busySemaphore()
    const late = outcomeOf(asRequest(() => semaphore.acquire()))
    for (let count = 0; count < 4; count++) semaphore.release()
    const outcomes: string[] = await Promise.all([...early, late])
    expect(outcomes).toEqual(Array(4).fill('served'))
  })

  test('jobs in a standing queue keep the full wait limit and are served in order', async () => {
    const { semaphore, early } = await busySemaphore()
    const job = outcomeOf(workContext.run({ jobId: 'test' }, () => semaphore.acquire()))
    const before = outcomeOf(asRequest(() => semaphore.acquire()))
    expect(await before).toBe('OVERLOADED')
    expect(semaphore.waiting).toBe(4)
    for (let count = 0; count < 4; count++) semaphore.release()
    const outcomes: string[] = await Promise.all([...early, job])
    expect(outcomes).toEqual(Array(4).fill('served'))
  })

  test('a burst gets the full wait limit after the queue was empty', async () => {
    const { semaphore, early } = await busySemaphore()
    for (let count = 0; count < 3; count++) semaphore.release()
    await Promise.all(early)
    expect(semaphore.waiting).toBe(0)
    const burst = outcomeOf(asRequest(() => semaphore.acquire()))
    await Bun.sleep(4 * LOAD_SHEDDING.waitLimitMs)
    semaphore.release()
    expect(await burst).toBe('served')
  })

  test('load shedding never extends the wait limit', async () => {
    const semaphore = semaphoreOf(1, 100, 20, { afterMs: 0, waitLimitMs: 60_000 })
    void semaphore.acquire()
    const waits = [1, 2].map(() => outcomeOf(asRequest(() => semaphore.acquire())))
    expect(await Promise.all(waits)).toEqual(['OVERLOADED', 'OVERLOADED'])
  })
})
