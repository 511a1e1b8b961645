import { addMs } from '../../platform/clock.ts'
import { withCommit } from '../../platform/errors.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { errors } from './errors.ts'
import { issueRefreshToken, SESSION_IDLE_MS } from './public/create-session.ts'
import { revokeSession } from './public/revoke-sessions.ts'

interface ActiveSession {
  id: SessionId
  userId: UserId
  role: Role
  suspendedAt: Date | null
}

/**
 * Exchanges a refresh token for the next one. A token that is sent a second time was copied. The owner and the thief
 * cannot be distinguished, so the session is revoked with all its tokens.
 */
export async function refreshSession(
  tx: Tx,
  { refreshToken, now }: { refreshToken: string; now: Date },
): Promise<{ session: ActiveSession; refreshToken: string }> {
  const digest = sha256(refreshToken)
  // Of several concurrent requests with one token, one gets the row.
  const [consumed] = await tx<{ sessionId: SessionId }>`
    update refresh_token set used_at = ${now} where digest = ${digest} and used_at is null and expires_at > ${now}
    returning session_id as "sessionId"`
  if (!consumed) {
    const [reused] = await tx<{ sessionId: SessionId }>`
      select session_id as "sessionId" from refresh_token where digest = ${digest} and used_at is not null`
    if (reused) await revokeSession(tx, { ...reused, reason: 'refresh token reused', now })
    throw withCommit(errors.refresh_token_invalid())
  }
  const session = await extendSession(tx, consumed.sessionId, now)
  if (!session) throw errors.refresh_token_invalid()
  if (session.suspendedAt) throw accountErrors.account_suspended()
  return { session, refreshToken: await issueRefreshToken(tx, session.id, now) }
}

/** Returns undefined if the session is revoked or expired, or its account is deleted. */
async function extendSession(tx: Tx, sessionId: SessionId, now: Date): Promise<ActiveSession | undefined> {
  const expiresAt = addMs(now, SESSION_IDLE_MS)
  const [session] = await tx<ActiveSession>`
    update session set last_used_at = ${now}, expires_at = least(${expiresAt}, session.created_at + interval '90 days')
    from user_account
    where session.id = ${sessionId} and session.revoked_at is null and session.expires_at > ${now}
      and user_account.id = session.user_id and user_account.deleted_at is null
    returning session.id, session.user_id as "userId", user_account.role, user_account.suspended_at as "suspendedAt"`
  return session
}
