/** Causes behind causes that are still told; it also ends the walk through a fault that is its own cause. */
const DEPTH_LIMIT = 5

/** All that a fault says of itself, for the log: what it is, where it came from, and what was behind it. */
export function describeFault(fault: unknown, depth = 0): string {
  if (!isTelling(fault)) return typeof fault === 'object' ? Bun.inspect(fault) : String(fault)
  const lines = [`${fault.name ?? 'Fault'}: ${fault.message}`]
  // Only the places: some runtimes write the message into the stack too, and some faults have none.
  lines.push(
    ...String(fault.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line)),
  )
  if (fault.cause !== undefined && depth < DEPTH_LIMIT) {
    lines.push(`caused by ${describeFault(fault.cause, depth + 1)}`)
  }
  return lines.join('\n')
}

/** Errors, and the plain copies of errors that the queue hands on. */
function isTelling(fault: unknown): fault is Partial<Error> & { message: string } {
  return typeof fault === 'object' && fault !== null && 'message' in fault
}
