import { afterEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from '../clock.ts'
import { Cache } from './cache.ts'

afterEach(useSystemClock)

test('a full cache evicts its oldest entry', () => {
  const cache = new Cache<string, number>({ maxSize: 2 })
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 1, 2])
})

test('a loaded entry becomes the newest, so the least recently loaded one is evicted', async () => {
  const cache = new Cache<string, number>({ maxSize: 2 })
  const load = (key: string) => cache.load(key, async () => 1)
  await load('a')
  await load('b')
  expect(load('a')).toBe(1)
  await load('c')
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 1])
})

test('a cached entry expires after its time to live, and when the clock is set back', () => {
  let at = 1_000
  useClock(() => at)
  const cache = new Cache<string, number>({ maxSize: 2, ttlMs: 100 })
  cache.set('a', 1)
  at = 1_099
  expect(cache.get('a')).toBe(1)
  at = 1_100
  expect(cache.get('a')).toBeUndefined()
  at = 999
  expect(cache.get('a')).toBeUndefined()
})

test('concurrent loads of one key share one read, and the next load returns the value without a promise', async () => {
  const cache = new Cache<string, number>({ maxSize: 2 })
  let reads = 0
  const load = () => cache.load('a', async () => ++reads)
  expect(await Promise.all([load(), load(), load()])).toEqual([1, 1, 1])
  expect(load()).toBe(1)
})

test('a failed load is not cached and does not delete an entry that replaced it', async () => {
  const cache = new Cache<string, number>({ maxSize: 2 })
  const failing = cache.load('a', async () => {
    throw new Error('no value')
  })
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', 2)
  await expect(Promise.resolve(failing)).rejects.toThrow('no value')
  expect(cache.get('a')).toBe(2)
  const again = new Cache<string, number>({ maxSize: 2 })
  await Promise.resolve(again.load('a', () => Promise.reject(new Error('no value')))).catch(() => undefined)
  expect(await again.load('a', async () => 3)).toBe(3)
})

test('a deleted entry is loaded again', async () => {
  const cache = new Cache<string, number>({ maxSize: 2 })
  cache.set('a', 1)
  cache.delete('a')
  expect(await cache.load('a', async () => 2)).toBe(2)
})
