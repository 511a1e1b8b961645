import { afterEach, beforeEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../clock.ts'
import { ChannelListeners } from '../pubsub/channel-listeners.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { defineSharedCache } from './shared-cache.ts'

const CHANNEL = 'shelf.book_changed'
const TTL_MS = 5_000
const STALE_WHILE_RELOAD_MS = 15_000

/** Carries messages within this process. So many subscriptions fail before one is in force. */
function fakePubSub(failures = 0): PubSub & { attempts: number } {
  const listeners = new ChannelListeners()
  const pubsub = {
    attempts: 0,
    publish: (channel: string, message: unknown) => listeners.dispatch(channel, message),
    subscribe: async (channel: string, onMessage: (message: unknown) => void) => {
      if (pubsub.attempts++ < failures) throw new Error('the carrier is away')
      listeners.add(channel, onMessage)
      return { end: async () => void listeners.remove(channel, onMessage) }
    },
    close: async () => {},
  }
  return pubsub
}

/** A shelf whose readings end when the test says so, with what was on it when they began. */
function createTestCache(given: { staleWhileReloadMs?: number; failures?: number } = {}) {
  const { failures, ...trust } = given
  const readings: { reader: string; finish(): void; fail(): void }[] = []
  const store = { title: 'first' }
  const books = defineSharedCache({
    channel: CHANNEL,
    ttlMs: TTL_MS,
    ...trust,
    read: (reader: string) => {
      const { title } = store
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      readings.push({
        reader,
        finish: () => resolve(title),
        fail: () => reject(new Error('the shelf is away')),
      })
      return promise
    },
  })
  const pubsub = fakePubSub(failures)
  const cache = books.of(pubsub)
  const fill = async () => {
    const filling = cache.get('filler')
    readings.at(-1)!.finish()
    await filling
  }
  return { pubsub, cache, books, store, readings, fill }
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
  const { pubsub, cache, store, readings, fill } = createTestCache()
  await fill()
  expect(cache.get('reader')).toBe('first')
  store.title = 'second'
  expect(cache.get('reader')).toBe('first')
  pubsub.publish(CHANNEL, {})
  const reading = cache.get('reader')
  readings.at(-1)!.finish()
  expect(await reading).toBe('second')
  expect(cache.get('reader')).toBe('second')
  expect(readings).toHaveLength(2)
})

test('a lost message is made up for when it is not fresh any more', async () => {
  const { cache, store, readings, fill } = createTestCache()
  await fill()
  store.title = 'second'
  time.pass(TTL_MS - 1_000)
  expect(cache.get('reader')).toBe('first')
  time.pass(1_000)
  const reading = cache.get('reader')
  readings.at(-1)!.finish()
  expect(await reading).toBe('second')
})

test('its age counts from the beginning of the reading', async () => {
  const { cache, readings } = createTestCache()
  const reading = cache.get('slow')
  time.pass(TTL_MS)
  readings[0]!.finish()
  await reading
  expect(cache.get('reader')).toBeInstanceOf(Promise)
  expect(readings).toHaveLength(2)
})

test('what was read before a change and came after it is not kept', async () => {
  const { pubsub, cache, store, readings } = createTestCache()
  const early = cache.get('early')
  store.title = 'second'
  pubsub.publish(CHANNEL, {})
  const lateRead = cache.get('late')
  readings[1]!.finish()
  expect(await lateRead).toBe('second')
  readings[0]!.finish()
  expect(await early).toBe('first')
  expect(cache.get('reader')).toBe('second')
})

test('nobody who asks after a change is given a reading of before it', async () => {
  const { pubsub, cache, store, readings } = createTestCache()
  const early = cache.get('early')
  store.title = 'second'
  pubsub.publish(CHANNEL, {})
  readings[0]!.finish()
  await early
  const lateRead = cache.get('late')
  readings[1]!.finish()
  expect(await lateRead).toBe('second')
})

test('all who ask while it is read wait for the same reading', async () => {
  const { cache, readings } = createTestCache()
  const asking = Array.from({ length: 10 }, (_, index) => cache.get(`reader ${index}`))
  expect(readings).toHaveLength(1)
  readings[0]!.finish()
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['first']))
})

test('a reading of before a change that ends late leaves the newer one to all who ask', async () => {
  const { pubsub, cache, readings } = createTestCache()
  const early = cache.get('early')
  pubsub.publish(CHANNEL, {})
  const lateRead = cache.get('late')
  readings[0]!.finish()
  await early
  const third = cache.get('third')
  expect(readings).toHaveLength(2)
  readings[1]!.finish()
  expect(await Promise.all([lateRead, third])).toEqual(['first', 'first'])
})

test('a reading that fails is not kept, and the next who asks reads again', async () => {
  const { cache, readings } = createTestCache()
  const failing = cache.get('unlucky')
  readings[0]!.fail()
  await expect(failing as Promise<string>).rejects.toThrow('the shelf is away')
  const reading = cache.get('reader')
  readings[1]!.finish()
  expect(await reading).toBe('first')
})

test('a subscription that fails is tried again with the next reading', async () => {
  const { pubsub, cache, store, readings, fill } = createTestCache({ failures: 2 })
  await fill()
  await fill()
  expect(pubsub.attempts).toBe(1)
  for (const attempts of [2, 3, 3]) {
    time.pass(TTL_MS)
    await fill()
    expect(pubsub.attempts).toBe(attempts)
  }
  store.title = 'second'
  pubsub.publish(CHANNEL, {})
  const reading = cache.get('reader')
  readings.at(-1)!.finish()
  expect(await reading).toBe('second')
})

test('where everybody reads by their own connection, nobody waits for another', async () => {
  const { cache, readings } = createTestCache({ staleWhileReloadMs: STALE_WHILE_RELOAD_MS })
  const waiting = cache.get('a transaction that waits')
  const reading = cache.get('another')
  expect(readings.map(({ reader }) => reader)).toEqual(['a transaction that waits', 'another'])
  readings[1]!.finish()
  expect(await reading).toBe('first')
  expect(cache.get('a third')).toBe('first')
  readings[0]!.finish()
  expect(await waiting).toBe('first')
})

test('while one of them reads, the others use what is older, but not for ever', async () => {
  const { cache, readings, fill } = createTestCache({ staleWhileReloadMs: STALE_WHILE_RELOAD_MS })
  await fill()
  time.pass(TTL_MS)
  void cache.get('a transaction that waits')
  expect(readings).toHaveLength(2)
  time.pass(STALE_WHILE_RELOAD_MS - TTL_MS - 1_000)
  expect(cache.get('another')).toBe('first')
  time.pass(1_000)
  void cache.get('another')
  expect(readings.map(({ reader }) => reader)).toEqual(['filler', 'a transaction that waits', 'another'])
})

test('a process has one of each, and another process its own', () => {
  const { books, pubsub, cache } = createTestCache()
  expect(books.of(pubsub)).toBe(cache)
  expect(books.of(fakePubSub())).not.toBe(cache)
})
