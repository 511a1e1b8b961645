/** Said by a contract, or the entry point, that has seen this before. */
const ALREADY_EXECUTED = /^ReferenceAlreadyUsed|AA25/

/**
 * Whether a refusal says that the transaction has had its effect. References are ours alone, so it was this one, whether or
 * not the node shows where: some are behind with their logs, and some keep no old ones. Then it waits, and never fails:
 * whoever is told that it failed gives back what was brought, or brings it again.
 */
export function isAlreadyExecuted(reason: string): boolean {
  return ALREADY_EXECUTED.test(reason)
}
