import { expect, test } from 'bun:test'
import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts'
import { nextAttemptAt, retryPauseMs } from './backoff.ts'

test('the pause of a process doubles with each failure up to half a minute', () => {
  expect([1, 2, 3, 4, 8, 1_000].map((failures) => retryPauseMs(failures, 300))).toEqual([
    300, 600, 1_200, 2_400, 30_000, 30_000,
  ])
})

test('the retry delay grows with each failure up to a day', () => {
  const now = new Date('2026-11-02T08:00:00.000Z')
  const waits = [1, 2, 3, 5, 50].map((failures) => nextAttemptAt(failures, now))
  expect(waits).toEqual(
    [MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 16 * MINUTE_MS, DAY_MS].map((ms) => addMs(now, ms)),
  )
})
