import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { redisIsInstalled, startTestRedis, type TestRedis } from '../../../test/harness/processes/redis.ts'
import { describeRateLimitStore } from '../../../test/harness/rate-limit-contract.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { RateLimitPolicy, RateLimitStore } from './rate-limit.ts'
import { RedisRateLimitStore } from './redis-store.ts'

const POLICY: RateLimitPolicy = { name: 'away', count: 3, windowSeconds: 60 }
const FALLEN_BACK = { allowed: true, remaining: 77, resetSeconds: 1 }
const standIn: RateLimitStore = {
  take: () => FALLEN_BACK,
  refill: () => undefined,
  returnToken: () => undefined,
}
/** A fallback that must not be used: it would hide that Redis was not. */
const nobody: RateLimitStore = {
  take: () => {
    throw new Error('the fallback was used')
  },
  refill: () => undefined,
  returnToken: () => undefined,
}

describe.skipIf(!redisIsInstalled)('rate limits with Redis', () => {
  let redis: TestRedis
  let stores: RedisRateLimitStore[]
  let turn = 0
  beforeAll(async () => {
    redis = await startTestRedis()
    stores = [new RedisRateLimitStore(redis.url, nobody), new RedisRateLimitStore(redis.url, nobody)]
    await Promise.all(stores.map(untilConnected))
  })
  afterAll(async () => {
    for (const store of stores ?? []) store.close()
    await redis?.kill()
  })

  describeRateLimitStore('in Redis', () => stores[turn++ % 2]!)

  test('the fallback decides while Redis is unavailable, and Redis again when it is back', async () => {
    const store = new RedisRateLimitStore(redis.url, standIn)
    await untilConnected(store)
    expect((await store.take(POLICY, 'ada')).remaining).toBe(2)
    await redis.kill()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => store.take(POLICY, 'ada')))
    expect(outcomes).toEqual(Array(20).fill(FALLEN_BACK))
    await redis.start()
    await untilConnected(store)
    store.close()
  })

  test('a Redis that does not respond counts as unavailable', async () => {
    const store = new RedisRateLimitStore(redis.url, standIn)
    await untilConnected(store)
    redis.freeze()
    try {
      const started = performance.now()
      expect(await store.take(POLICY, 'bob')).toEqual(FALLEN_BACK)
      expect(performance.now() - started).toBeLessThan(10_000)
    } finally {
      redis.thaw()
      store.close()
    }
  })

  test('a process that starts while Redis is unavailable works from the first request', async () => {
    await redis.kill()
    const store = new RedisRateLimitStore(redis.url, new MemoryRateLimitStore())
    const allowed = []
    for (let count = 0; count < 4; count++) allowed.push((await store.take(POLICY, 'eve')).allowed)
    expect(allowed).toEqual([true, true, true, false])
    store.close()
    await redis.start()
  })
})

/** The store does not report its connection; the first result that is not the fallback's shows it. */
async function untilConnected(store: RateLimitStore): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    try {
      const outcome = await store.take({ name: 'probe', count: 1_000, windowSeconds: 1 }, crypto.randomUUID())
      if (outcome.remaining === 999) return
    } catch {
      // The fallback was used: not connected yet.
    }
    await Bun.sleep(20)
  }
  throw new Error('Redis was not reached')
}
