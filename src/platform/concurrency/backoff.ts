import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts'

const LONGEST_PAUSE_MS = 30 * SECOND_MS

/** Returns the pause before a process tries again: it doubles with each consecutive failure, up to half a minute. */
export function retryPauseMs(failures: number, firstMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, firstMs * 2 ** Math.min(failures - 1, 20))
}

/**
 * Returns the time of the next attempt: the delay doubles with each consecutive failure, from a minute to a
 * day.
 */
export function nextAttemptAt(failures: number, now: Date): Date {
  return addMs(now, Math.min(DAY_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 20)))
}
