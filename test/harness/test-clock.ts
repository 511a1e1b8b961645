import { useClock } from '../../src/platform/clock.ts'

interface TestClock {
  advance(milliseconds: number): void
  /** Freezes the clock while `work` runs; only `pass` advances it. */
  freezeWhile<Result>(work: () => Promise<Result>): Promise<Result>
}

/** Shifts the clock of the services in this process from the real time. `useSystemClock` ends it. */
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
