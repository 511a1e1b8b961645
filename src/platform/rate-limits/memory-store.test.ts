import { afterEach, expect, test } from 'bun:test'
import { describeRateLimitStore } from '../../../test/harness/rate-limit-contract.ts'
import { useClock, useSystemClock } from '../clock.ts'
import { MemoryRateLimitStore } from './memory-store.ts'
import type { RateLimitPolicy } from './rate-limit.ts'

const memory = new MemoryRateLimitStore()
describeRateLimitStore('in memory', () => memory)
afterEach(useSystemClock)

const POLICY: RateLimitPolicy = { name: 'p', count: 2, windowSeconds: 60 }

test('a crowd of strangers costs neither endless memory nor a walk through all of them for each one', () => {
  useClock(() => 1_790_000_000_000)
  const store = new MemoryRateLimitStore()
  const heapBefore = process.memoryUsage().heapUsed
  for (let otherKey = 0; otherKey < 200_000; otherKey++) store.take(POLICY, `stranger ${otherKey}`)
  const started = performance.now()
  for (let otherKey = 0; otherKey < 20_000; otherKey++) store.take(POLICY, `late stranger ${otherKey}`)
  // A walk for each would take a minute.
  expect(performance.now() - started).toBeLessThan(10_000)
  Bun.gc(true)
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100 * 1024 * 1024)
})

test('one who is refused stays refused while a crowd that has left is forgotten', () => {
  let instant = 1_790_000_000_000
  useClock(() => instant)
  const store = new MemoryRateLimitStore()
  for (let otherKey = 0; otherKey < 199_990; otherKey++) store.take(POLICY, `stranger ${otherKey}`)
  instant += 60_001
  store.take(POLICY, 'ada')
  store.take(POLICY, 'ada')
  for (let otherKey = 0; otherKey < 1_000; otherKey++) store.take(POLICY, `late stranger ${otherKey}`)
  expect(store.take(POLICY, 'ada').allowed).toBe(false)
})
