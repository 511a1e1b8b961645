import { afterEach, expect, test } from 'bun:test'
import { useClock, useSystemClock } from './clock.ts'
import { ClockStepWatcher } from './clock-steps.ts'
import { metricsText } from './metrics.ts'

afterEach(useSystemClock)

async function counted(direction: string): Promise<number> {
  const line = (await metricsText())
    .split('\n')
    .find((text) => text.startsWith(`lyceum_clock_steps_total{direction="${direction}"}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('a step of the wall clock by more than two seconds is counted, by its direction, and passing time is not', async () => {
  let [wall, monotonic] = [1_790_000_000_000, 5_000]
  useClock(
    () => wall,
    () => monotonic,
  )
  const [forward, back] = [await counted('forward'), await counted('back')]
  const watcher = new ClockStepWatcher()
  const pass = (wallMs: number, monotonicMs: number) => {
    wall += wallMs
    monotonic += monotonicMs
    return watcher.check()
  }
  expect(pass(1_000, 1_000)).toBe(0)
  // The process was stopped for an hour.
  expect(pass(3_600_000, 3_600_000)).toBe(0)
  expect(pass(3_000, 1_000)).toBe(0)
  expect(pass(3_001, 1_000)).toBe(2_001)
  expect(pass(-3_600_000, 1_000)).toBe(-3_601_000)
  expect(pass(1_000, 1_000)).toBe(0)
  expect([await counted('forward'), await counted('back')]).toEqual([forward + 1, back + 1])
})
