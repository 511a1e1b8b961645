import { addMs } from '../../platform/clock.ts'
import { withCommit } from '../../platform/errors.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../accounts/errors.ts'
import { issueRefreshToken, SESSION_IDLE_MS } from './public/create-session.ts'
import { revokeSession } from './public/revoke-sessions.ts'
import { type ActiveSession, findRefreshToken, updateRefreshTokenUsed, updateSessionUsed } from './queries.ts'

/**
 * Trades a refresh token for the next one. A token that comes a second time was copied: nobody can tell the
 * thief from the owner, so the whole family ends.
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
  if (session.suspendedAt) throw errors.account_suspended()
  return { session, refreshToken: await issueRefreshToken(tx, session.id, now) }
}
