import { addMs, DAY_MS, MINUTE_MS } from '../clock.ts'

/**
 * Returns the time of the next attempt: the delay doubles with each consecutive failure, from a minute to a
 * day.
 */
export function nextAttemptAt(failures: number, now: Date): Date {
  return addMs(now, Math.min(DAY_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 20)))
}
