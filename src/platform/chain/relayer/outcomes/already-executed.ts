/** Errors of a contract or of the entry point for a repeated execution. */
const ALREADY_EXECUTED = /^ReferenceAlreadyUsed|AA25/

/**
 * Returns true if the revert reason says that this reference was already executed on chain. The transaction must
 * then never be marked failed: its value would be refunded or sent twice.
 */
export function isAlreadyExecuted(reason: string): boolean {
  return ALREADY_EXECUTED.test(reason)
}
