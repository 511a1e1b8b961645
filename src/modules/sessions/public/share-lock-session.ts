import { type Caller, sessionEndedError } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { shareLockSession } from '../queries.ts'

/**
 * The caller's session, which does not end before this transaction does: whoever ends it then finds what was made in it.
 * Refuses when it has ended since the request came in. One that is not kept any more ended longer ago than any token lives.
 */
export async function shareLockOwnSession(tx: Tx, caller: Caller): Promise<void> {
  const session = await shareLockSession(tx, caller.sessionId)
  if (session?.isRevoked) throw sessionEndedError(caller)
}
