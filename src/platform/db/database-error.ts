/**
 * The error of a failed statement: PostgreSQL rejected it, or the connection failed. Adds the statement and a
 * stack trace, which the driver leaves out.
 */
export class DatabaseError extends Error {
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
  readonly driverCode: string | undefined
  readonly statement: string

  constructor(cause: unknown, statement: string) {
    const driverError = cause as { message?: string; errno?: unknown; code?: unknown; constraint?: unknown }
    const sqlState = typeof driverError?.errno === 'string' ? driverError.errno : undefined
    super(
      `${driverError?.message ?? cause} [${sqlState ?? driverError?.code ?? 'no code'}] in: ${statement}`,
      { cause },
    )
    this.name = 'DatabaseError'
    this.sqlState = sqlState
    this.constraint = typeof driverError?.constraint === 'string' ? driverError.constraint : undefined
    this.driverCode = typeof driverError?.code === 'string' ? driverError.code : undefined
    this.statement = statement
  }
}

/**
 * Serialization failure, deadlock, and a plan invalidated by a migration: the whole transaction may run
 * again.
 */
const RETRYABLE = new Set(['40001', '40P01', '0A000'])

export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && error.sqlState !== undefined && RETRYABLE.has(error.sqlState)
}

export function isUniqueViolation(error: unknown, constraint?: string): error is DatabaseError {
  return (
    error instanceof DatabaseError &&
    error.sqlState === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  )
}

/** The error of every statement after a failed one in its transaction; it does not show the cause. */
export function isTransactionAborted(error: unknown): boolean {
  return error instanceof DatabaseError && error.sqlState === '25P02'
}

/** The server ended a session whose transaction was idle or took too long: 25P03, 25P04. */
const ENDED_TRANSACTION = /^25P0[34]$/

/**
 * Returns true for lost connections, starting or stopping servers, deadlines of this process, ended sessions, and
 * exhausted resources such as connections or disk space. The statement may or may not be applied.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  if (error.sqlState) return /^(57P|08|53)/.test(error.sqlState) || ENDED_TRANSACTION.test(error.sqlState)
  return /CONNECTION|ECONN|EPIPE|TIMEOUT|DEADLINE/.test(error.driverCode ?? '')
}

/** A statement or a lock wait exceeded its limit: the caller may retry. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && (error.sqlState === '57014' || error.sqlState === '55P03')
}

/**
 * The server rejects the statement, and will reject it again: it is wrong, or not allowed, or a row is not as it should
 * be. A retry is of use only after a person changed something, so callers that retry must slow down.
 */
export function isPermanent(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.sqlState !== undefined &&
    !isRetryable(error) &&
    !isUnavailable(error) &&
    !isTimeout(error) &&
    !isTransactionAborted(error)
  )
}

/** The start of a statement on one line: enough to find it in the code. */
export function truncateStatement(statement: string): string {
  const line = statement.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 157)}…` : line
}
