import { sessionsRevoked } from '../../../events/accounts.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { updateAllSessionsRevoked, updateOldSessionsRevoked, updateSessionRevoked } from '../queries.ts'

interface RevokeSession {
  sessionId: SessionId
  reason: string
  now: Date
  /** When given, a session of somebody else is left alone. */
  ownedBy?: UserId
}

/** Ends one session. False when there was nothing to end. */
export async function revokeSession(
  tx: Tx,
  { sessionId, reason, now, ownedBy }: RevokeSession,
): Promise<boolean> {
  const sessionIds = await updateSessionRevoked(tx, sessionId, reason, now, ownedBy ?? null)
  if (sessionIds.length > 0) tx.emit(sessionsRevoked({ sessionIds }))
  return sessionIds.length > 0
}

/** Ends every session of a user: after a new password, a new role, a suspension, a farewell. */
export async function revokeAllSessions(tx: Tx, userId: UserId, reason: string, now: Date): Promise<void> {
  const sessionIds = await updateAllSessionsRevoked(tx, userId, reason, now)
  if (sessionIds.length > 0) tx.emit(sessionsRevoked({ sessionIds }))
}

interface RevokeOldSessions {
  userId: UserId
  userAgent: string
  before: Date
  reason: string
  now: Date
}

/** Ends the sessions that one program has opened again and again. */
export async function revokeOldSessions(tx: Tx, old: RevokeOldSessions): Promise<void> {
  const sessionIds = await updateOldSessionsRevoked(tx, old)
  if (sessionIds.length > 0) tx.emit(sessionsRevoked({ sessionIds }))
}
