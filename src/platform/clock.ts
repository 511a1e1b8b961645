/**
 * The only file that reads the wall clock. A request, a job run and a WebSocket frame each have a `now`, and operations
 * get it as an argument. `scripts/check-clock.ts` lists the other callers of `now` and `nowMs`, with the reason of each.
 */
let read = () => Date.now()
let readMonotonic = () => performance.now()
let isTestClock = false

/** Returns the current time. Work that waits, such as a job that calls a provider, receives one as an argument. */
export type Clock = () => Date

export function now(): Date {
  return new Date(read())
}

export function nowMs(): number {
  return read()
}

/** For the age of a value in memory: a correction of the wall clock does not change it. */
export function monotonicMs(): number {
  return readMonotonic()
}

/**
 * The time that a test has set, for stores whose server has a clock of its own; undefined with the system clock.
 */
export function testInstantMs(): number | undefined {
  return isTestClock ? read() : undefined
}

/**
 * For tests: `source` provides the time until `useSystemClock` is called. With `monotonic` the wall clock can be stepped.
 */
export function useClock(source: () => number, monotonic: () => number = source): void {
  isTestClock = true
  read = source
  readMonotonic = monotonic
}

export function useSystemClock(): void {
  isTestClock = false
  read = () => Date.now()
  readMonotonic = () => performance.now()
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function addMs(from: Date, milliseconds: number): Date {
  return new Date(from.getTime() + milliseconds)
}
