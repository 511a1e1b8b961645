const sleepers = new Set<() => void>()

/** Wakes the relayers of this process; relayers of other processes find new work when they poll. */
export function signalNewWork(): void {
  for (const wake of sleepers) wake()
}

export function onNewWork(wake: () => void): { end(): void } {
  sleepers.add(wake)
  return { end: () => void sleepers.delete(wake) }
}
