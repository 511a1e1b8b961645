import { addMs } from '../../platform/clock.ts'
import { withCommit } from '../../platform/errors.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { errors } from './errors.ts'
import { issueRefreshToken, SESSION_IDLE_MS } from './public/create-session.ts'
import { revokeSession } from './public/revoke-sessions.ts'
import { type ActiveSession, findRefreshToken, updateRefreshTokenUsed, updateSessionUsed } from './queries.ts'

/**
 * Exchanges a refresh token for the next one. A token that is sent a second time was copied. The owner and the thief
 * cannot be distinguished, so the session is revoked with all its tokens.
 */
export async function refreshSession(
  tx: Tx,
  { refreshToken, now }: { refreshToken: string; now: Date },
): Promise<{ session: ActiveSession; refreshToken: string }> {
  const tokenDigest = sha256(refreshToken)
  const consumed = await updateRefreshTokenUsed(tx, tokenDigest, now)
  if (!consumed) {
    const known = await findRefreshToken(tx, tokenDigest)
    if (known?.usedAt)
      await revokeSession(tx, { sessionId: known.sessionId, reason: 'refresh token reused', now })
    throw withCommit(errors.refresh_token_invalid())
  }
  const session = await updateSessionUsed(tx, consumed.sessionId, addMs(now, SESSION_IDLE_MS), now)
  if (!session) throw errors.refresh_token_invalid()
  if (session.suspendedAt) throw accountErrors.account_suspended()
  return { session, refreshToken: await issueRefreshToken(tx, session.id, now) }
}
