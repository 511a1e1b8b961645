import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts'

/** When to try again what has failed so often in a row: twice as long after each failure, from a minute to a day. */
export function nextAttemptAt(failures: number, now: Date): Date {
  return addMs(now, Math.min(DAY_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 20)))
}
