/** A statement that PostgreSQL refused, with the words that the driver leaves out: which statement, called from where. */
export class DatabaseFault extends Error {
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
  readonly driverCode: string | undefined
  readonly statement: string

  constructor(cause: unknown, statement: string) {
    const told = cause as { message?: string; errno?: unknown; code?: unknown; constraint?: unknown }
    const sqlState = typeof told?.errno === 'string' ? told.errno : undefined
    super(`${told?.message ?? cause} [${sqlState ?? told?.code ?? 'no code'}] in: ${statement}`, { cause })
    this.name = 'DatabaseFault'
    this.sqlState = sqlState
    this.constraint = typeof told?.constraint === 'string' ? told.constraint : undefined
    this.driverCode = typeof told?.code === 'string' ? told.code : undefined
    this.statement = statement
  }
}

/** Serialization failure, deadlock, and a plan that a migration made stale: the whole transaction may run again. */
const RETRYABLE = new Set(['40001', '40P01', '0A000'])

export function isRetryable(fault: unknown): boolean {
  return fault instanceof DatabaseFault && fault.sqlState !== undefined && RETRYABLE.has(fault.sqlState)
}

export function isUniqueViolation(fault: unknown, constraint?: string): fault is DatabaseFault {
  return (
    fault instanceof DatabaseFault &&
    fault.sqlState === '23505' &&
    (constraint === undefined || fault.constraint === constraint)
  )
}

/** What every statement is told after one of its transaction has failed: it says nothing of the cause. */
export function isAftermath(fault: unknown): boolean {
  return fault instanceof DatabaseFault && fault.sqlState === '25P02'
}

/** Lost connections, servers that start or stop, and too many clients. What was under way may or may not be done. */
export function isUnavailable(fault: unknown): boolean {
  if (!(fault instanceof DatabaseFault)) return false
  if (fault.sqlState) return /^(57P|08|53)/.test(fault.sqlState)
  return /CONNECTION|ECONN|EPIPE|TIMEOUT|DEADLINE/.test(fault.driverCode ?? '')
}

/** A statement or a wait for a lock took longer than we allow: the caller may try again. */
export function isTimeout(fault: unknown): boolean {
  return fault instanceof DatabaseFault && (fault.sqlState === '57014' || fault.sqlState === '55P03')
}

/** The first words of a statement on one line: enough to find it by searching the code. */
export function shorten(statement: string): string {
  const line = statement.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 157)}…` : line
}
