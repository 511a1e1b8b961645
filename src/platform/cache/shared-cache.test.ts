import { afterEach, beforeEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../clock.ts'
import { ChannelListeners } from '../pubsub/channel-listeners.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { defineSharedCache } from './shared-cache.ts'

const CHANNEL = 'shelf.book_changed'
const TTL_MS = 5_000
const STALE_WHILE_RELOAD_MS = 15_000

/** An in-process pub/sub. The first `failures` subscriptions fail. */
function fakePubSub(failures = 0): PubSub & { attempts: number } {
  const listeners = new ChannelListeners()
  const pubsub = {
    attempts: 0,
    publish: (channel: string, message: unknown) => listeners.dispatch(channel, message),
    subscribe: async (channel: string, onMessage: (message: unknown) => void) => {
      if (pubsub.attempts++ < failures) throw new Error('pub/sub unavailable')
      listeners.add(channel, onMessage)
      return { end: async () => void listeners.remove(channel, onMessage) }
    },
    close: async () => {},
  }
  return pubsub
}

/** A source whose reads end when the test says so. Each read returns the value at its start. */
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
        fail: () => reject(new Error('source unavailable')),
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

test('a cached value is returned without a read until a message invalidates it', async () => {
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

test('a value is read again after its TTL when the invalidation message was lost', async () => {
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

test('the age of a cached value counts from the start of its read', async () => {
  const { cache, readings } = createTestCache()
  const reading = cache.get('slow')
  time.pass(TTL_MS)
  readings[0]!.finish()
  await reading
  expect(cache.get('reader')).toBeInstanceOf(Promise)
  expect(readings).toHaveLength(2)
})

test('a read that started before an invalidation and ended after it is not cached', async () => {
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

test('a caller that arrives after an invalidation never gets a value read before it', async () => {
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

test('concurrent callers wait for the same read', async () => {
  const { cache, readings } = createTestCache()
  const asking = Array.from({ length: 10 }, (_, index) => cache.get(`reader ${index}`))
  expect(readings).toHaveLength(1)
  readings[0]!.finish()
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['first']))
})

test('a late read from before an invalidation does not replace a newer value', async () => {
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

test('a failed read is not cached, and the next caller reads again', async () => {
  const { cache, readings } = createTestCache()
  const failing = cache.get('unlucky')
  readings[0]!.fail()
  await expect(failing as Promise<string>).rejects.toThrow('source unavailable')
  const reading = cache.get('reader')
  readings[1]!.finish()
  expect(await reading).toBe('first')
})

test('a failed subscription is retried with the next read', async () => {
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

test('callers that read on their own connections do not wait for each other', async () => {
  const { cache, readings } = createTestCache({ staleWhileReloadMs: STALE_WHILE_RELOAD_MS })
  const waiting = cache.get('a waiting transaction')
  const reading = cache.get('another')
  expect(readings.map(({ reader }) => reader)).toEqual(['a waiting transaction', 'another'])
  readings[1]!.finish()
  expect(await reading).toBe('first')
  expect(cache.get('a third')).toBe('first')
  readings[0]!.finish()
  expect(await waiting).toBe('first')
})

test('while one caller reads, the others use the older value for a limited time', async () => {
  const { cache, readings, fill } = createTestCache({ staleWhileReloadMs: STALE_WHILE_RELOAD_MS })
  await fill()
  time.pass(TTL_MS)
  void cache.get('a waiting transaction')
  expect(readings).toHaveLength(2)
  time.pass(STALE_WHILE_RELOAD_MS - TTL_MS - 1_000)
  expect(cache.get('another')).toBe('first')
  time.pass(1_000)
  void cache.get('another')
  expect(readings.map(({ reader }) => reader)).toEqual(['filler', 'a waiting transaction', 'another'])
})

test('each process has its own instance of a shared cache', () => {
  const { books, pubsub, cache } = createTestCache()
  expect(books.of(pubsub)).toBe(cache)
  expect(books.of(fakePubSub())).not.toBe(cache)
})
