import { DAY_MS, later } from '../../../platform/clock.ts'
import { newId, newToken, type SessionId, type UserId } from '../../../platform/ids.ts'
import { tally } from '../../../platform/metrics.ts'
import { digest } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { insertRefreshToken, insertSession } from './queries.ts'

/** Unused for this long, a session ends by itself; it never lives longer than 90 days. */
export const SESSION_IDLE_MS = 30 * DAY_MS

const WAYS = ['registration', 'password', 'code', 'google', 'apple'] as const

const countSignIn = tally('lyceum_sign_ins_total', 'Sessions that were opened, by the way in', 'way', [
  ...WAYS,
])

interface OpenSession {
  userId: UserId
  way: (typeof WAYS)[number]
  userAgent: string | undefined
  address: string
  now: Date
}

export interface OpenedSession {
  sessionId: SessionId
  refreshToken: string
}

/** Begins a session on one device, and the family of refresh tokens that goes with it. */
export async function openSession(
  tx: Tx,
  { userId, way, userAgent, address, now }: OpenSession,
): Promise<OpenedSession> {
  const sessionId: SessionId = newId()
  const expiresAt = later(now, SESSION_IDLE_MS)
  await insertSession(tx, { id: sessionId, userId, expiresAt, userAgent: userAgent ?? null, address }, now)
  tx.afterCommit(() => countSignIn(way))
  return { sessionId, refreshToken: await issueRefreshToken(tx, sessionId, now) }
}

export async function issueRefreshToken(tx: Tx, sessionId: SessionId, now: Date): Promise<string> {
  const refreshToken = newToken()
  await insertRefreshToken(
    tx,
    { digest: digest(refreshToken), sessionId, expiresAt: later(now, SESSION_IDLE_MS) },
    now,
  )
  return refreshToken
}
