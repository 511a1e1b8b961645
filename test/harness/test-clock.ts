import { useClock } from '../../src/platform/clock.ts'

interface TestClock {
  advance(milliseconds: number): void
  /** While `work` runs, time passes by `pass` alone: for what a moment more or less decides. */
  freezeWhile<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Moves the time of the services in this process on, from the real one. `useSystemClock` ends it. */
export function createTestClock(): TestClock {
  let advancedMs = 0
  let frozenAt: number | undefined
  useClock(() => (frozenAt ?? Date.now()) + advancedMs)
  return {
    advance: (milliseconds) => {
      advancedMs += milliseconds
    },
    freezeWhile: async (work) => {
      frozenAt = Date.now()
      try {
        return await work()
      } finally {
        frozenAt = undefined
      }
    },
  }
}
