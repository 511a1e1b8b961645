import { addMs, DAY_MS } from '../../../platform/clock.ts'
import { newId, newToken, type SessionId, type UserId } from '../../../platform/ids.ts'
import { fastCounter } from '../../../platform/metrics.ts'
import { sha256 } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/** A session expires after this long without use, and after 90 days in any case. */
export const SESSION_IDLE_MS = 30 * DAY_MS

const SIGN_IN_METHODS = ['registration', 'password', 'code', 'google', 'apple'] as const

const countSignIn = fastCounter('lyceum_sign_ins_total', 'Sessions created, by sign-in method', 'method', [
  ...SIGN_IN_METHODS,
])

export interface CreateSession {
  userId: UserId
  method: (typeof SIGN_IN_METHODS)[number]
  userAgent: string | undefined
  address: string
  now: Date
}

export interface CreatedSession {
  sessionId: SessionId
  refreshToken: string
  /** The time of the request that created or refreshed the session. */
  now: Date
}

export async function createSession(
  tx: Tx,
  { userId, method, userAgent, address, now }: CreateSession,
): Promise<CreatedSession> {
  const sessionId: SessionId = newId()
  const expiresAt = addMs(now, SESSION_IDLE_MS)
  await tx`
    insert into session (id, user_id, created_at, last_used_at, expires_at, user_agent, address)
    values (${sessionId}, ${userId}, ${now}, ${now}, ${expiresAt}, ${userAgent ?? null}, ${address})`
  tx.afterCommit(() => countSignIn(method))
  return { sessionId, refreshToken: await issueRefreshToken(tx, sessionId, now), now }
}

export async function issueRefreshToken(tx: Tx, sessionId: SessionId, now: Date): Promise<string> {
  const refreshToken = newToken()
  await tx`
    insert into refresh_token (digest, session_id, created_at, expires_at)
    values (${sha256(refreshToken)}, ${sessionId}, ${now}, ${addMs(now, SESSION_IDLE_MS)})`
  return refreshToken
}
