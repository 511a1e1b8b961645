const sleepers = new Set<() => void>()

/** Runs what waits for new work in this process: its relayers, and the signal to those of other processes. */
export function signalNewWork(): void {
  for (const wake of sleepers) wake()
}

export function onNewWork(wake: () => void): { end(): void } {
  sleepers.add(wake)
  return { end: () => void sleepers.delete(wake) }
}
