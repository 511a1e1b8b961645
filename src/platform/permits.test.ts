import { afterEach, describe, expect, test } from 'bun:test'
import { seededRandom } from '../../test/harness/random.ts'
import { Refusal } from './errors.ts'
import { Permits } from './permits.ts'

let made: Permits[] = []
afterEach(() => {
  for (const permits of made) permits.close()
  made = []
})

function permitsOf(count: number, queueLimit = 5_000, waitLimitMs = 5_000): Permits {
  const permits = new Permits(count, queueLimit, waitLimitMs)
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
    permits.acquire()
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
    let held = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 5_000 }, async () => {
        const wait = permits.acquire()
        if (wait) await wait
        most = Math.max(most, ++held)
        for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve()
        held--
        permits.release()
      }),
    )
    expect(most).toBe(5)
    expect(permits.waiting).toBe(0)
    for (let index = 0; index < 5; index++) expect(permits.acquire()).toBeUndefined()
    expect(permits.acquire()).toBeInstanceOf(Promise)
  })

  test('refuse at once whoever comes when the queue is full', () => {
    const permits = permitsOf(1, 2)
    permits.acquire()
    permits.acquire()
    permits.acquire()
    expect(() => permits.acquire()).toThrow(Refusal)
    expect(permits.waiting).toBe(2)
  })

  test('refuse whoever has waited too long, and only them', async () => {
    const permits = permitsOf(1, 10, 300)
    permits.acquire()
    const early = permits.acquire()!.catch((fault: unknown) => fault)
    await Bun.sleep(280)
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
    permits.acquire()
    await expect(permits.acquire()!).rejects.toThrow()
    permits.release()
    expect(permits.acquire()).toBeUndefined()
  })
})
