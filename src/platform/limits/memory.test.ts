import { afterEach, expect, test } from 'bun:test'
import { describeLimitStore } from '../../../test/harness/limit-contract.ts'
import { useClock, useSystemClock } from '../clock.ts'
import type { LimitPolicy } from './limit.ts'
import { MemoryLimits } from './memory.ts'

const memory = new MemoryLimits()
describeLimitStore('in memory', () => memory)
afterEach(useSystemClock)

const POLICY: LimitPolicy = { name: 'p', count: 2, windowSeconds: 60 }

test('a crowd of strangers costs neither endless memory nor a walk through all of them for each one', () => {
  useClock(() => 1_790_000_000_000)
  const limits = new MemoryLimits()
  const heapBefore = process.memoryUsage().heapUsed
  for (let stranger = 0; stranger < 200_000; stranger++) limits.take(POLICY, `stranger ${stranger}`)
  const started = performance.now()
  for (let stranger = 0; stranger < 20_000; stranger++) limits.take(POLICY, `late stranger ${stranger}`)
  // A walk for each would take a minute.
  expect(performance.now() - started).toBeLessThan(10_000)
  Bun.gc(true)
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(100 * 1024 * 1024)
})

test('one who is refused stays refused while a crowd that has left is forgotten', () => {
  let instant = 1_790_000_000_000
  useClock(() => instant)
  const limits = new MemoryLimits()
  for (let stranger = 0; stranger < 199_990; stranger++) limits.take(POLICY, `stranger ${stranger}`)
  instant += 60_001
  limits.take(POLICY, 'ada')
  limits.take(POLICY, 'ada')
  for (let stranger = 0; stranger < 1_000; stranger++) limits.take(POLICY, `late stranger ${stranger}`)
  expect(limits.take(POLICY, 'ada').allowed).toBe(false)
})
