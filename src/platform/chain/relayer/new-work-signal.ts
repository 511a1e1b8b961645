const sleepers = new Set<() => void>()

/** Wakes the relayers of this process; those of others find new work when they look. */
export function signalNewWork(): void {
  for (const wake of sleepers) wake()
}

export function onNewWork(wake: () => void): { end(): void } {
  sleepers.add(wake)
  return { end: () => void sleepers.delete(wake) }
}
