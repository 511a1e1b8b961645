import { afterEach, expect, test } from 'bun:test'
import { describeRateLimitStore } from '../../../test/harness/rate-limit-contract.ts'
import { useClock, useSystemClock } from '../clock.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { RateLimitPolicy } from './rate-limit.ts'

const memory = new MemoryRateLimitStore()
describeRateLimitStore('in memory', () => memory)
afterEach(useSystemClock)

const POLICY: RateLimitPolicy = { name: 'p', count: 2, windowSeconds: 60 }

test('many different keys cost neither unbounded memory nor a full scan per request', () => {
  useClock(() => 1_790_000_000_000)
  const store = new MemoryRateLimitStore()
  const heapBefore = process.memoryUsage().heapUsed
  for (let otherKey = 0; otherKey < 200_000; otherKey++) store.take(POLICY, `client ${otherKey}`)
  const started = performance.now()
  for (let otherKey = 0; otherKey < 20_000; otherKey++) store.take(POLICY, `late client ${otherKey}`)
  // A scan for each request would take a minute.
  expect(performance.now() - started).toBeLessThan(10_000)
  Bun.gc(true)
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100 * 1024 * 1024)
})

test('a refused key stays refused while many unused keys are evicted', () => {
  let instant = 1_790_000_000_000
  useClock(() => instant)
  const store = new MemoryRateLimitStore()
  for (let otherKey = 0; otherKey < 199_990; otherKey++) store.take(POLICY, `client ${otherKey}`)
  instant += 60_001
  store.take(POLICY, 'ada')
  store.take(POLICY, 'ada')
  for (let otherKey = 0; otherKey < 1_000; otherKey++) store.take(POLICY, `late client ${otherKey}`)
  expect(store.take(POLICY, 'ada').allowed).toBe(false)
})

test('a step of the wall clock neither refills nor locks a bucket', () => {
  let [wall, monotonic] = [1_790_000_000_000, 1_000]
  useClock(
    () => wall,
    () => monotonic,
  )
  const store = new MemoryRateLimitStore()
  const allowed = () => store.take(POLICY, 'ada').allowed
  expect([allowed(), allowed(), allowed()]).toEqual([true, true, false])
  wall += 3_600_000
  expect(allowed()).toBe(false)
  wall -= 7_200_000
  monotonic += 30_000
  expect([allowed(), allowed()]).toEqual([true, false])
})
