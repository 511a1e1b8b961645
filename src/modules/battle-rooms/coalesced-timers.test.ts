import { expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { nowMs } from '../../platform/clock.ts'
import { CoalescedTimers } from './coalesced-timers.ts'

/** Sleepers are numbers: the moments that they wait for. */
function recordingTimers() {
  const fired: { due: number; at: number }[] = []
  const timers = new CoalescedTimers<{ due: number }>(({ due }) => void fired.push({ due, at: nowMs() }))
  return { timers, fired }
}

test('a few are woken each at their own moment', async () => {
  const { timers, fired } = recordingTimers()
  const targets = [31, 7, 18].map((inMs) => ({ due: nowMs() + inMs }))
  for (const target of targets) expect(timers.schedule(target, target.due)).toBe(target.due)
  await waitUntil(() => fired.length === 3)
  expect(fired.map(({ due }) => due)).toEqual(targets.map(({ due }) => due).toSorted((a, b) => a - b))
})

test('many share their alarms, and nobody is woken before their moment or not at all', async () => {
  const { timers, fired } = recordingTimers()
  const start = nowMs()
  const targets = Array.from({ length: 600 }, (_, index) => ({ due: start + (index % 90) }))
  const moments = new Set(targets.map((target) => timers.schedule(target, target.due)))
  // A hundred come first and have a moment each; the others share one in fifteen.
  expect(moments.size).toBeLessThan(100)
  await waitUntil(() => fired.length === targets.length)
  for (const { due, at } of fired) expect(at).toBeGreaterThanOrEqual(due)
})

test('what is cancelled does not ring, and those who share the alarm are woken all the same', async () => {
  const { timers, fired } = recordingTimers()
  const due = nowMs() + 20
  const [one, other] = [{ due }, { due }]
  const at = timers.schedule(one, due)
  timers.schedule(other, due)
  timers.cancel(one, at)
  timers.cancel(one, at)
  const alone = { due: due + 1 }
  timers.cancel(alone, timers.schedule(alone, alone.due))
  const last = { due: due + 30 }
  timers.schedule(last, last.due)
  await waitUntil(() => fired.length >= 2)
  expect(fired.map((each) => each.due)).toEqual([other.due, last.due])
})

test('whoever is woken may sleep again, in the same moment too', async () => {
  let fireCount = 0
  const timers = new CoalescedTimers<object>((target) => {
    fireCount++
    if (fireCount < 3) timers.schedule(target, due)
  })
  const due = nowMs()
  timers.schedule({}, due)
  await waitUntil(() => fireCount === 3)
})
