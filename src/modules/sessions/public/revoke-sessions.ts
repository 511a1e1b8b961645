import { sessionsRevoked } from '../../../events/sessions.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

interface RevokeSession {
  sessionId: SessionId
  reason: string
  now: Date
  /** If set, the session is revoked only if it belongs to this user. */
  ownedBy?: UserId
}

/** Returns false if there was no active session to revoke. */
export async function revokeSession(
  tx: Tx,
  { sessionId, reason, now, ownedBy }: RevokeSession,
): Promise<boolean> {
  const owner = ownedBy ?? null
  const revoked = await tx<{ id: SessionId }>`
    update session set revoked_at = ${now}, revoked_reason = ${reason}
    where id = ${sessionId} and revoked_at is null and (${owner}::uuid is null or user_id = ${owner}::uuid)
    returning id`
  emitRevoked(tx, revoked)
  return revoked.length > 0
}

/** Revokes every session of a user: after a change of password or role, a suspension or a deletion. Returns their number. */
export async function revokeAllSessions(tx: Tx, userId: UserId, reason: string, now: Date): Promise<number> {
  const revoked = await tx<{ id: SessionId }>`
    update session set revoked_at = ${now}, revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null returning id`
  emitRevoked(tx, revoked)
  return revoked.length
}

interface RevokeOldSessions {
  userId: UserId
  userAgent: string
  before: Date
  reason: string
  now: Date
}

/** Revokes a user's sessions that one user agent created before a time. */
export async function revokeOldSessions(tx: Tx, old: RevokeOldSessions): Promise<void> {
  const revoked = await tx<{ id: SessionId }>`
    update session set revoked_at = ${old.now}, revoked_reason = ${old.reason}
    where user_id = ${old.userId} and user_agent = ${old.userAgent} and created_at < ${old.before}
      and revoked_at is null returning id`
  emitRevoked(tx, revoked)
}

function emitRevoked(tx: Tx, revoked: { id: SessionId }[]): void {
  if (revoked.length > 0) tx.emit(sessionsRevoked({ sessionIds: revoked.map(({ id }) => id) }))
}
