import { type KeyObject, verify } from 'node:crypto'
import { commonErrors } from '../../platform/errors.ts'
import { type Caller, ROLES, type Role } from '../../platform/http/caller.ts'
import { isId, type SessionId, type UserId } from '../../platform/ids.ts'

/** An ES256 signature: 64 bytes in base64url. */
const SIGNATURE = /^[\w-]{86}$/

interface ExpectedToken {
  /** Finds the key by the encoded token header. */
  findKey: (header: string) => KeyObject | undefined
  issuer: string
  audience: string
  nowMs: number
}

/**
 * Verifies tokens in this service's own format synchronously (header compared as text, ES256). Throws if the
 * signature is wrong; returns undefined for any other token, which jose then verifies.
 */
export function verifyTokenSync(
  token: string,
  { findKey, issuer, audience, nowMs }: ExpectedToken,
): { caller: Caller; expiresAtMs: number } | undefined {
  const [header, payload, signature, rest] = token.split('.', 4)
  if (!header || !payload || !signature || rest !== undefined || !SIGNATURE.test(signature)) return undefined
  const key = findKey(header)
  if (!key) return undefined
  const signed = Buffer.from(token.slice(0, -signature.length - 1), 'latin1')
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes))
    throw commonErrors.unauthenticated()
  const { iss, aud, sub, sid, role, exp, iat, jti, nbf } = claimsOf(payload)
  if (iss !== issuer || aud !== audience || nbf !== undefined) return undefined
  if (typeof exp !== 'number' || typeof iat !== 'number' || typeof jti !== 'string') return undefined
  const caller = callerFromClaims({ sub, sid, role })
  return caller && exp * 1000 > nowMs ? { caller, expiresAtMs: exp * 1000 } : undefined
}

export function callerFromClaims({ sub, sid, role }: Record<string, unknown>): Caller | undefined {
  const areIds = [sub, sid].every((id) => typeof id === 'string' && isId(id))
  if (!areIds || !ROLES.includes(role as Role)) return undefined
  return { userId: sub as UserId, sessionId: sid as SessionId, role: role as Role }
}

function claimsOf(payload: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
