/** Causes behind causes that are still told; it also ends the walk through a fault that is its own cause. */
const DEPTH_LIMIT = 5

/** All that a fault says of itself, for the log: what it is, where it came from, and what was behind it. */
export function describeError(error: unknown, depth = 0): string {
  if (!hasMessage(error)) return typeof error === 'object' ? Bun.inspect(error) : String(error)
  const lines = [`${error.name ?? 'Error'}: ${error.message}`]
  // Only the places: some runtimes write the message into the stack too, and some faults have none.
  lines.push(
    ...String(error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line)),
  )
  if (error.cause !== undefined && depth < DEPTH_LIMIT) {
    lines.push(`caused by ${describeError(error.cause, depth + 1)}`)
  }
  return lines.join('\n')
}

/** Errors, and the plain copies of errors that the queue hands on. */
function hasMessage(error: unknown): error is Partial<Error> & { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error
}
