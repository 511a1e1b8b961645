import { useClock } from '../../src/platform/clock.ts'

interface TestTime {
  pass(milliseconds: number): void
  /** While `work` runs, time passes by `pass` alone: for what a moment more or less decides. */
  standStill<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Moves the time of the services in this process on, from the real one. `useSystemClock` ends it. */
export function createTestTime(): TestTime {
  let passedMs = 0
  let stoodAt: number | undefined
  useClock(() => (stoodAt ?? Date.now()) + passedMs)
  return {
    pass: (milliseconds) => {
      passedMs += milliseconds
    },
    standStill: async (work) => {
      stoodAt = Date.now()
      try {
        return await work()
      } finally {
        stoodAt = undefined
      }
    },
  }
}
