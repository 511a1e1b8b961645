import { later } from '../../../platform/clock.ts'
import { remembered } from '../../../platform/errors.ts'
import { digest } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { issueRefreshToken, SESSION_IDLE_MS } from './open-session.ts'
import { findTokenSession, type LiveSession, touchSession, updateTokenUsed } from './queries.ts'
import { revokeSession } from './revoke-sessions.ts'

/**
 * Trades a refresh token for the next one. A token that comes a second time was copied: nobody can tell the
 * thief from the owner, so the whole family ends.
 */
export async function refreshSession(
  tx: Tx,
  { refreshToken, now }: { refreshToken: string; now: Date },
): Promise<{ session: LiveSession; refreshToken: string }> {
  const tokenDigest = digest(refreshToken)
  const spent = await updateTokenUsed(tx, tokenDigest, now)
  if (!spent) {
    const known = await findTokenSession(tx, tokenDigest)
    if (known?.usedAt)
      await revokeSession(tx, { sessionId: known.sessionId, reason: 'refresh token reused', now })
    throw remembered(errors.refresh_token_invalid())
  }
  const session = await touchSession(tx, spent.sessionId, later(now, SESSION_IDLE_MS), now)
  if (!session) throw errors.refresh_token_invalid()
  if (session.suspendedAt) throw errors.account_suspended()
  return { session, refreshToken: await issueRefreshToken(tx, session.id, now) }
}
