import { expect, test } from 'bun:test'
import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts'
import { nextAttemptAt } from './backoff.ts'

test('the retry delay grows with each failure up to a day', () => {
  const now = new Date('2026-11-02T08:00:00.000Z')
  const waits = [1, 2, 3, 5, 50].map((failures) => nextAttemptAt(failures, now))
  expect(waits).toEqual(
    [MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 16 * MINUTE_MS, DAY_MS].map((ms) => addMs(now, ms)),
  )
})
