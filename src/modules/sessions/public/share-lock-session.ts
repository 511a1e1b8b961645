import { type Caller, sessionEndedError } from '../../../platform/http/caller.ts'
import type { SessionId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/**
 * Share-locks the caller's session until commit, so that a concurrent revocation sees everything this transaction
 * writes. Throws if the session was revoked after the request was authenticated. A missing row is accepted: retention
 * deletes a session only long after its last access token has expired.
 */
export async function shareLockOwnSession(tx: Tx, caller: Caller): Promise<void> {
  const [session] = await tx<{ isRevoked: boolean }>`
    select revoked_at is not null as "isRevoked" from session where id = ${caller.sessionId} for share`
  if (session?.isRevoked) throw sessionEndedError(caller)
}

/** Whether a session began at this time or later. */
export async function isSessionFrom(tx: Tx, sessionId: SessionId, earliest: Date): Promise<boolean> {
  const [session] = await tx`
    select from session where id = ${sessionId} and created_at >= ${earliest} and revoked_at is null`
  return session !== undefined
}
