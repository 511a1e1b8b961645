import { expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { CoalescedTimers } from './coalesced-timers.ts'

function recordingTimers() {
  const fired: { due: number; at: number }[] = []
  const timers = new CoalescedTimers<{ due: number }>(
    ({ due }) => void fired.push({ due, at: monotonicMs() }),
  )
  return { timers, fired }
}

test('few targets fire each at their own time', async () => {
  const { timers, fired } = recordingTimers()
  const targets = [31, 7, 18].map((inMs) => ({ due: monotonicMs() + inMs }))
  for (const target of targets) expect(timers.schedule(target, target.due)).toBe(target.due)
  await waitUntil(() => fired.length === 3)
  expect(fired.map(({ due }) => due)).toEqual(targets.map(({ due }) => due).toSorted((a, b) => a - b))
})

test('many targets share timers, and each fires once and not early', async () => {
  const { timers, fired } = recordingTimers()
  const start = monotonicMs()
  const targets = Array.from({ length: 600 }, (_, index) => ({ due: start + (index % 90) }))
  const moments = new Set(targets.map((target) => timers.schedule(target, target.due)))
  // The first hundred have a timer each; the others share one per 15 ms.
  expect(moments.size).toBeLessThan(100)
  await waitUntil(() => fired.length === targets.length)
  for (const { due, at } of fired) expect(at).toBeGreaterThanOrEqual(due)
})

test('a cancelled target does not fire, and targets that share its timer do', async () => {
  const { timers, fired } = recordingTimers()
  const due = monotonicMs() + 20
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

test('a target can be scheduled again while it fires, also for the same time', async () => {
  let fireCount = 0
  const timers = new CoalescedTimers<object>((target) => {
    fireCount++
    if (fireCount < 3) timers.schedule(target, due)
  })
  const due = monotonicMs()
  timers.schedule({}, due)
  await waitUntil(() => fireCount === 3)
})
