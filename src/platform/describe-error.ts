/** The limit of described causes; it also ends a cycle of causes. */
const DEPTH_LIMIT = 5

/** Describes an error for the log: name, message, stack and causes. */
export function describeError(error: unknown, depth = 0): string {
  if (!hasMessage(error)) return typeof error === 'object' ? Bun.inspect(error) : String(error)
  const lines = [`${error.name ?? 'Error'}: ${error.message}`]
  // Only the stack frames: some runtimes repeat the message in the stack, and some errors have no stack.
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

/** Errors, and the plain copies of errors that the job queue returns. */
function hasMessage(error: unknown): error is Partial<Error> & { message: string } {
  return typeof error === 'object' && error !== null && 'message' in error
}
