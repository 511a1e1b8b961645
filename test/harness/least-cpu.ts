const ATTEMPTS = 10

/**
 * The least processor time of a few calls, in milliseconds; calls no more once it is below `limitMs`. One call
 * alone may compile the function, collect garbage or share the processor with other machines.
 */
export function leastCpuMs(call: () => unknown, limitMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least >= limitMs; attempt++) {
    const before = process.cpuUsage()
    call()
    least = Math.min(least, process.cpuUsage(before).user / 1_000)
  }
  return least
}
