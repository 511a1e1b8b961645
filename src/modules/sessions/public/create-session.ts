import { addMs, DAY_MS } from '../../../platform/clock.ts'
import { newId, newToken, type SessionId, type UserId } from '../../../platform/ids.ts'
import { fastCounter } from '../../../platform/metrics.ts'
import { sha256 } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertRefreshToken, insertSession } from '../queries.ts'

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
}

export async function createSession(
  tx: Tx,
  { userId, method, userAgent, address, now }: CreateSession,
): Promise<CreatedSession> {
  const sessionId: SessionId = newId()
  const expiresAt = addMs(now, SESSION_IDLE_MS)
  await insertSession(tx, { id: sessionId, userId, expiresAt, userAgent: userAgent ?? null, address }, now)
  tx.afterCommit(() => countSignIn(method))
  return { sessionId, refreshToken: await issueRefreshToken(tx, sessionId, now) }
}

export async function issueRefreshToken(tx: Tx, sessionId: SessionId, now: Date): Promise<string> {
  const refreshToken = newToken()
  await insertRefreshToken(
    tx,
    { digest: sha256(refreshToken), sessionId, expiresAt: addMs(now, SESSION_IDLE_MS) },
    now,
  )
  return refreshToken
}
