/**
 * The one place that reads the wall clock. Operations are handed `now` as an argument; only the edges
 * (routes, jobs) ask here, so that a test can own the time.
 */
let read = () => Date.now()

export function now(): Date {
  return new Date(read())
}

export function nowMs(): number {
  return read()
}

/** For tests: time stands at, or is moved by, what `source` says, until `useSystemClock` is called. */
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
