import { expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createBatcher } from './batcher.ts'

/** A load function whose batches the test completes by hand. */
function pausedLoad() {
  const flights: { keys: number[]; land: () => void; crash: (error: Error) => void }[] = []
  const load = (keys: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      flights.push({ keys, land: () => resolve(keys.map((key) => `value ${key}`)), crash: reject })
    })
  return { flights, load }
}

test('a single call runs immediately', async () => {
  const { flights, load } = pausedLoad()
  const ask = createBatcher(load)
  const result = ask(7)
  await Bun.sleep(0)
  expect(flights.map(({ keys }) => keys)).toEqual([[7]])
  flights[0]!.land()
  expect(await result).toBe('value 7')
})

test('calls that arrive during a batch form the next batch', async () => {
  const { flights, load } = pausedLoad()
  const ask = createBatcher(load)
  const results = [ask(1)]
  await Bun.sleep(0)
  results.push(ask(2), ask(3), ask(2))
  await Bun.sleep(0)
  expect(flights).toHaveLength(1)
  flights[0]!.land()
  expect(await results[0]).toBe('value 1')
  await Bun.sleep(0)
  expect(flights[1]!.keys).toEqual([2, 3, 2])
  flights[1]!.land()
  expect(await Promise.all(results)).toEqual(['value 1', 'value 2', 'value 3', 'value 2'])
})

test('a call is never answered by a batch that started before it', async () => {
  let stored = 'old'
  const read = Promise.withResolvers<void>()
  const ask = createBatcher(async (keys: number[]) => {
    const seen = stored
    if (seen === 'old') await read.promise
    return keys.map(() => seen)
  })
  const early = ask(1)
  await Bun.sleep(0)
  stored = 'new'
  const lateResult = ask(1)
  read.resolve()
  expect(await Promise.all([early, lateResult])).toEqual(['old', 'new'])
})

test('an error rejects only the calls of its batch, and the next batch runs', async () => {
  const { flights, load } = pausedLoad()
  const ask = createBatcher(load)
  const first = ask(1)
  await Bun.sleep(0)
  const second = ask(2)
  flights[0]!.crash(new Error('database unavailable'))
  expect(first).rejects.toThrow('database unavailable')
  await first.catch(() => undefined)
  await Bun.sleep(0)
  flights[1]!.land()
  expect(await second).toBe('value 2')
  const third = ask(3)
  await Bun.sleep(0)
  flights[2]!.land()
  expect(await third).toBe('value 3')
})

test('a thousand concurrent calls run in batches of a hundred', async () => {
  const sizes: number[] = []
  const ask = createBatcher(async (keys: number[]) => {
    sizes.push(keys.length)
    return keys.map((key) => key * 2)
  })
  const results = await Promise.all(Array.from({ length: 1001 }, (_, key) => ask(key)))
  expect(results).toEqual(Array.from({ length: 1001 }, (_, key) => key * 2))
  expect(Math.max(...sizes)).toBe(100)
})

test('an extra concurrent batch starts only when enough calls are waiting', async () => {
  const { flights, load } = pausedLoad()
  const ask = createBatcher(load, { maxConcurrent: 2, minWaitingForExtraBatch: 3 })
  const results = [ask(1)]
  await Bun.sleep(0)
  results.push(ask(2), ask(3))
  await Bun.sleep(0)
  expect(flights).toHaveLength(1)
  results.push(ask(4))
  await Bun.sleep(0)
  expect(flights.map(({ keys }) => keys)).toEqual([[1], [2, 3, 4]])
  results.push(ask(5), ask(6), ask(7))
  await Bun.sleep(0)
  expect(flights).toHaveLength(2)
  flights[1]!.land()
  await Bun.sleep(0)
  expect(flights[2]!.keys).toEqual([5, 6, 7])
  flights[0]!.land()
  flights[2]!.land()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6, 7].map((key) => `value ${key}`))
})

test('with retryItemsSeparately only the failing item of a batch is rejected', async () => {
  const refuseTwo = async (keys: number[]) => {
    if (keys.includes(2)) throw new Error('not two')
    return keys
  }
  const settled = (ask: (key: number) => Promise<number>) =>
    Promise.allSettled([1, 2, 3].map(ask)).then((all) => all.map(({ status }) => status))
  const alone = createBatcher(refuseTwo, { retryItemsSeparately: true })
  expect(await settled(alone)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await alone(4)).toBe(4)
  expect(await settled(createBatcher(refuseTwo))).toEqual(['rejected', 'rejected', 'rejected'])
})

test('a batch runs in the context of one of its waiting callers', async () => {
  const caller = new AsyncLocalStorage<string>()
  const names: (string | undefined)[] = []
  const ask = createBatcher(async (keys: number[]) => {
    names.push(caller.getStore())
    await Bun.sleep(1)
    return keys
  })
  const first = caller.run('ada', ask, 1)
  await Bun.sleep(0)
  const others = [caller.run('bob', ask, 2), caller.run('eve', ask, 3)]
  await Promise.all([first, ...others])
  expect(names).toEqual(['ada', 'bob'])
})

test('with a minimum interval a single call runs immediately, and later calls wait for a batch', async () => {
  const MIN_INTERVAL_MS = 1_500
  const begun: { keys: number[]; at: number }[] = []
  const ask = createBatcher(
    async (keys: number[]) => {
      begun.push({ keys, at: performance.now() })
      return keys
    },
    { minIntervalMs: MIN_INTERVAL_MS },
  )
  expect(await ask(1)).toBe(1)
  const soon = ask(2)
  await Bun.sleep(20)
  await Promise.all([soon, ask(3)])
  expect(begun.map(({ keys }) => keys)).toEqual([[1], [2, 3]])
  expect(begun[1]!.at - begun[0]!.at).toBeGreaterThanOrEqual(MIN_INTERVAL_MS - 2)
})

test('a full batch does not wait for the minimum interval', async () => {
  const ask = createBatcher(async (keys: number[]) => keys, { minIntervalMs: 3_600_000, maxBatchSize: 2 })
  expect(await ask(1)).toBe(1)
  expect(await Promise.all([2, 3, 4, 5].map(ask))).toEqual([2, 3, 4, 5])
})
