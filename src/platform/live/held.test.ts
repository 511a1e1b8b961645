import { afterEach, beforeEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../clock.ts'
import { heldInProcesses } from './held.ts'
import { Listeners } from './listeners.ts'
import type { Live } from './live.ts'

const CHANNEL = 'shelf.book_changed'
const FRESH_MS = 5_000
const TRUSTED_MS = 15_000

/** Carries messages within this process. So many subscriptions fail before one is in force. */
function carrier(failures = 0): Live & { attempts: number } {
  const listeners = new Listeners()
  const live = {
    attempts: 0,
    publish: (channel: string, message: unknown) => listeners.tell(channel, message),
    subscribe: async (channel: string, hear: (message: unknown) => void) => {
      if (live.attempts++ < failures) throw new Error('the carrier is away')
      listeners.add(channel, hear)
      return { end: async () => void listeners.remove(channel, hear) }
    },
    close: async () => {},
  }
  return live
}

/** A shelf whose readings end when the test says so, with what was on it when they began. */
function shelf(given: { trustedMs?: number; failures?: number } = {}) {
  const { failures, ...trust } = given
  const readings: { asker: string; finish(): void; fail(): void }[] = []
  const store = { title: 'first' }
  const books = heldInProcesses({
    channel: CHANNEL,
    freshMs: FRESH_MS,
    ...trust,
    read: (asker: string) => {
      const { title } = store
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      readings.push({
        asker,
        finish: () => resolve(title),
        fail: () => reject(new Error('the shelf is away')),
      })
      return promise
    },
  })
  const live = carrier(failures)
  const held = books.of(live)
  const fill = async () => {
    const filling = held.current('filler')
    readings.at(-1)!.finish()
    await filling
  }
  return { live, held, books, store, readings, fill }
}

let passedMs = 0
const time = {
  pass: (milliseconds: number) => {
    passedMs += milliseconds
  },
}
beforeEach(() => useClock(() => passedMs))
afterEach(() => useSystemClock())

test('what was read is there at once, until a message says that it changed', async () => {
  const { live, held, store, readings, fill } = shelf()
  await fill()
  expect(held.current('reader')).toBe('first')
  store.title = 'second'
  expect(held.current('reader')).toBe('first')
  live.publish(CHANNEL, {})
  const reading = held.current('reader')
  readings.at(-1)!.finish()
  expect(await reading).toBe('second')
  expect(held.current('reader')).toBe('second')
  expect(readings).toHaveLength(2)
})

test('a lost message is made up for when it is not fresh any more', async () => {
  const { held, store, readings, fill } = shelf()
  await fill()
  store.title = 'second'
  time.pass(FRESH_MS - 1_000)
  expect(held.current('reader')).toBe('first')
  time.pass(1_000)
  const reading = held.current('reader')
  readings.at(-1)!.finish()
  expect(await reading).toBe('second')
})

test('its age counts from the beginning of the reading', async () => {
  const { held, readings } = shelf()
  const reading = held.current('slow')
  time.pass(FRESH_MS)
  readings[0]!.finish()
  await reading
  expect(held.current('reader')).toBeInstanceOf(Promise)
  expect(readings).toHaveLength(2)
})

test('what was read before a change and came after it is not kept', async () => {
  const { live, held, store, readings } = shelf()
  const early = held.current('early')
  store.title = 'second'
  live.publish(CHANNEL, {})
  const late = held.current('late')
  readings[1]!.finish()
  expect(await late).toBe('second')
  readings[0]!.finish()
  expect(await early).toBe('first')
  expect(held.current('reader')).toBe('second')
})

test('nobody who asks after a change is given a reading of before it', async () => {
  const { live, held, store, readings } = shelf()
  const early = held.current('early')
  store.title = 'second'
  live.publish(CHANNEL, {})
  readings[0]!.finish()
  await early
  const late = held.current('late')
  readings[1]!.finish()
  expect(await late).toBe('second')
})

test('all who ask while it is read wait for the same reading', async () => {
  const { held, readings } = shelf()
  const asking = Array.from({ length: 10 }, (_, index) => held.current(`reader ${index}`))
  expect(readings).toHaveLength(1)
  readings[0]!.finish()
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['first']))
})

test('a reading of before a change that ends late leaves the newer one to all who ask', async () => {
  const { live, held, readings } = shelf()
  const early = held.current('early')
  live.publish(CHANNEL, {})
  const late = held.current('late')
  readings[0]!.finish()
  await early
  const third = held.current('third')
  expect(readings).toHaveLength(2)
  readings[1]!.finish()
  expect(await Promise.all([late, third])).toEqual(['first', 'first'])
})

test('a reading that fails is not kept, and the next who asks reads again', async () => {
  const { held, readings } = shelf()
  const failing = held.current('unlucky')
  readings[0]!.fail()
  await expect(failing as Promise<string>).rejects.toThrow('the shelf is away')
  const reading = held.current('reader')
  readings[1]!.finish()
  expect(await reading).toBe('first')
})

test('a subscription that fails is tried again with the next reading', async () => {
  const { live, held, store, readings, fill } = shelf({ failures: 2 })
  await fill()
  await fill()
  expect(live.attempts).toBe(1)
  for (const attempts of [2, 3, 3]) {
    time.pass(FRESH_MS)
    await fill()
    expect(live.attempts).toBe(attempts)
  }
  store.title = 'second'
  live.publish(CHANNEL, {})
  const reading = held.current('reader')
  readings.at(-1)!.finish()
  expect(await reading).toBe('second')
})

test('where everybody reads by their own connection, nobody waits for another', async () => {
  const { held, readings } = shelf({ trustedMs: TRUSTED_MS })
  const waiting = held.current('a transaction that waits')
  const reading = held.current('another')
  expect(readings.map(({ asker }) => asker)).toEqual(['a transaction that waits', 'another'])
  readings[1]!.finish()
  expect(await reading).toBe('first')
  expect(held.current('a third')).toBe('first')
  readings[0]!.finish()
  expect(await waiting).toBe('first')
})

test('while one of them reads, the others use what is older, but not for ever', async () => {
  const { held, readings, fill } = shelf({ trustedMs: TRUSTED_MS })
  await fill()
  time.pass(FRESH_MS)
  void held.current('a transaction that waits')
  expect(readings).toHaveLength(2)
  time.pass(TRUSTED_MS - FRESH_MS - 1_000)
  expect(held.current('another')).toBe('first')
  time.pass(1_000)
  void held.current('another')
  expect(readings.map(({ asker }) => asker)).toEqual(['filler', 'a transaction that waits', 'another'])
})

test('a process has one of each, and another process its own', () => {
  const { books, live, held } = shelf()
  expect(books.of(live)).toBe(held)
  expect(books.of(carrier())).not.toBe(held)
})
