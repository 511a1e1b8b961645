import { useClock } from '../../src/platform/clock.ts'

/** Moves the time of the services in this process on, from the real one. `useSystemClock` ends it. */
export function createTestTime(): { pass(milliseconds: number): void } {
  let passedMs = 0
  useClock(() => Date.now() + passedMs)
  return {
    pass: (milliseconds) => {
      passedMs += milliseconds
    },
  }
}
