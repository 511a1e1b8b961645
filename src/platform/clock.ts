/**
 * The only place that reads the wall clock. Operations get `now` as an argument; only routes and jobs call
 * this, so that tests can control the time.
 */
let read = () => Date.now()

export function now(): Date {
  return new Date(read())
}

export function nowMs(): number {
  return read()
}

/** For tests: `source` provides the time until `useSystemClock` is called. */
export function useClock(source: () => number): void {
  read = source
}

export function useSystemClock(): void {
  read = () => Date.now()
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function addMs(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds)
}
