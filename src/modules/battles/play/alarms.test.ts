import { expect, test } from 'bun:test'
import { until } from '../../../../test/harness/until.ts'
import { nowMs } from '../../../platform/clock.ts'
import { Alarms } from './alarms.ts'

/** Sleepers are numbers: the moments that they wait for. */
function clockOf() {
  const woken: { due: number; at: number }[] = []
  const alarms = new Alarms<{ due: number }>(({ due }) => void woken.push({ due, at: nowMs() }))
  return { alarms, woken }
}

test('a few are woken each at their own moment', async () => {
  const { alarms, woken } = clockOf()
  const sleepers = [31, 7, 18].map((inMs) => ({ due: nowMs() + inMs }))
  for (const sleeper of sleepers) expect(alarms.set(sleeper, sleeper.due)).toBe(sleeper.due)
  await until(() => woken.length === 3)
  expect(woken.map(({ due }) => due)).toEqual(sleepers.map(({ due }) => due).toSorted((a, b) => a - b))
})

test('many share their alarms, and nobody is woken before their moment or not at all', async () => {
  const { alarms, woken } = clockOf()
  const start = nowMs()
  const sleepers = Array.from({ length: 600 }, (_, place) => ({ due: start + (place % 90) }))
  const moments = new Set(sleepers.map((sleeper) => alarms.set(sleeper, sleeper.due)))
  // A hundred come first and have a moment each; the others share one in fifteen.
  expect(moments.size).toBeLessThan(100)
  await until(() => woken.length === sleepers.length)
  for (const { due, at } of woken) expect(at).toBeGreaterThanOrEqual(due)
})

test('what is cancelled does not ring, and those who share the alarm are woken all the same', async () => {
  const { alarms, woken } = clockOf()
  const due = nowMs() + 20
  const [one, other] = [{ due }, { due }]
  const at = alarms.set(one, due)
  alarms.set(other, due)
  alarms.cancel(one, at)
  alarms.cancel(one, at)
  const alone = { due: due + 1 }
  alarms.cancel(alone, alarms.set(alone, alone.due))
  const last = { due: due + 30 }
  alarms.set(last, last.due)
  await until(() => woken.length >= 2)
  expect(woken.map((each) => each.due)).toEqual([other.due, last.due])
})

test('whoever is woken may sleep again, in the same moment too', async () => {
  let rings = 0
  const alarms = new Alarms<object>((sleeper) => {
    rings++
    if (rings < 3) alarms.set(sleeper, due)
  })
  const due = nowMs()
  alarms.set({}, due)
  await until(() => rings === 3)
})
