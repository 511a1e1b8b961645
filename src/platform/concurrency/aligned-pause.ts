/**
 * The time until the next multiple of an interval on the monotonic clock. Loops that rest for such times wake together, and the
 * process sleeps in between: each wake-up also costs work of the allocator and of the compiler in other threads.
 */
export function alignedPauseMs(intervalMs: number, monotonicMs = performance.now()): number {
  return intervalMs - (monotonicMs % intervalMs)
}
