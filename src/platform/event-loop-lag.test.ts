import { afterEach, expect, test } from 'bun:test'
import { waitUntil } from '../../test/harness/wait-until.ts'
import { EventLoopLag } from './event-loop-lag.ts'

let lag: EventLoopLag
afterEach(() => lag.stop())

/** Reads until there are samples. */
async function readSamples() {
  let stats = lag.read()
  await waitUntil(() => {
    stats ??= lag.read()
    return stats !== undefined
  })
  return stats!
}

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('nothing is sampled before the first read, so that a process that is not watched rests', async () => {
  lag = new EventLoopLag()
  expect(lag.isSampling).toBe(false)
  expect(lag.read()).toBeUndefined()
  expect(lag.isSampling).toBe(true)
})

test('a loop that is blocked shows as lag, in seconds, until it is read', async () => {
  lag = new EventLoopLag()
  await readSamples()
  block(300)
  let stats = lag.read()!
  await waitUntil(() => {
    stats = lag.read()!
    return stats.max > 0.1
  })
  expect(stats.p99).toBeLessThanOrEqual(stats.max * 1.01)
})

test('a second reader who comes before the next sample gets the same figures', async () => {
  lag = new EventLoopLag()
  const stats = await readSamples()
  expect(lag.read()).toEqual(stats)
})

test('the samples end some time after the last read, and start again with the next one', async () => {
  lag = new EventLoopLag(20)
  lag.read()
  await waitUntil(() => !lag.isSampling)
  lag.read()
  expect(lag.isSampling).toBe(true)
})
