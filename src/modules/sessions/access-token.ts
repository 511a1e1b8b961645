import { sign } from 'node:crypto'
import { type JWTPayload, errors as joseErrors, jwtVerify } from 'jose'
import { Cache } from '../../platform/cache/cache.ts'
import { MINUTE_MS, now, nowMs } from '../../platform/clock.ts'
import { DatabaseError } from '../../platform/db/database-error.ts'
import { commonErrors, Refusal } from '../../platform/errors.ts'
import { type Caller, ROLES, type Role, sessionEndedError } from '../../platform/http/caller.ts'
import { isId, newId, type SessionId, type UserId } from '../../platform/ids.ts'
import { type KeyRing, SIGNING_ALGORITHM, TOKEN_TYPE } from './signing-keys.ts'

export const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS
const MAX_TOKEN_LENGTH = 2_000

interface CachedToken {
  caller: Caller
  issuedAtMs: number
  expiresAtMs: number
}

/** Whether a session has ended, or a token that was issued at this time is no longer accepted. */
type IsRevoked = (sessionId: SessionId, issuedAtMs?: number) => boolean

/** Signs and verifies access tokens. Algorithm, type, issuer and audience come from the configuration, never from the token. */
export class AccessTokens {
  readonly #keys: KeyRing
  readonly #issuer: string
  readonly #audience: string
  readonly #isRevoked: IsRevoked
  /**
   * Tokens that this process signed or verified, until they expire. A signature is verified once in a process, and not at all in the
   * one that made it: that would take four times as long as the signature.
   */
  readonly #cache = new Cache<string, CachedToken>({ maxSize: 50_000 })

  constructor(keys: KeyRing, names: { issuer: string; audience: string }, isRevoked: IsRevoked) {
    this.#keys = keys
    this.#issuer = names.issuer
    this.#audience = names.audience
    this.#isRevoked = isRevoked
  }

  /**
   * Signs in some 30 microseconds, without waiting. Web Crypto would put the signature into the queue of the thread pool, and the
   * transaction of a sign-in, which stores its response, would be idle behind all other work in that queue.
   */
  sign({ userId, sessionId, role, viewerId }: Caller): string {
    const { keyId, privateKey } = this.#keys.signingKey()
    const issuedAt = Math.floor(nowMs() / 1000)
    const expiresAt = issuedAt + ACCESS_TOKEN_LIFETIME_MS / 1000
    const header = { alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid: keyId }
    const claims = {
      sid: sessionId,
      role,
      // The claim for one who acts for another: RFC 8693.
      ...(viewerId ? { act: { sub: viewerId } } : {}),
      iss: this.#issuer,
      aud: this.#audience,
      sub: userId,
      jti: newId(),
      iat: issuedAt,
      exp: expiresAt,
    }
    const content = `${encode(header)}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const token = `${content}.${signature.toString('base64url')}`
    const caller = { userId, sessionId, role, ...(viewerId ? { viewerId } : {}) }
    this.#cache.set(token, { caller, issuedAtMs: issuedAt * 1000, expiresAtMs: expiresAt * 1000 })
    return token
  }

  /** Returns synchronously for cached tokens. */
  verify = (token: string): Caller | Promise<Caller> => {
    const cached = this.#cache.get(token)
    if (!cached) return this.#verifyNew(token)
    if (cached.expiresAtMs <= nowMs()) {
      this.#cache.delete(token)
      throw commonErrors.token_expired()
    }
    return this.rejectIfRevoked(cached.caller, cached.issuedAtMs)
  }

  async #verifyNew(token: string): Promise<Caller> {
    if (token.length > MAX_TOKEN_LENGTH) throw commonErrors.unauthenticated()
    try {
      const { payload } = await jwtVerify(
        token,
        async (header) => {
          const key = await this.#keys.findPublicKey(header.kid)
          if (!key) throw commonErrors.unauthenticated()
          return key
        },
        {
          algorithms: [SIGNING_ALGORITHM],
          issuer: this.#issuer,
          audience: this.#audience,
          typ: TOKEN_TYPE,
          requiredClaims: ['sub', 'exp', 'iat', 'jti', 'sid', 'role'],
          currentDate: now(),
        },
      )
      const caller = callerFromClaims(payload)
      if (!caller) throw commonErrors.unauthenticated()
      const issuedAtMs = payload.iat! * 1000
      this.#cache.set(token, { caller, issuedAtMs, expiresAtMs: payload.exp! * 1000 })
      return this.rejectIfRevoked(caller, issuedAtMs)
    } catch (error) {
      if (error instanceof Refusal || error instanceof DatabaseError) throw error
      throw error instanceof joseErrors.JWTExpired
        ? commonErrors.token_expired()
        : commonErrors.unauthenticated()
    }
  }

  /** Also for callers that authenticate with a WebSocket ticket instead of a token. */
  rejectIfRevoked(caller: Caller, issuedAtMs?: number): Caller {
    if (this.#isRevoked(caller.sessionId, issuedAtMs)) throw sessionEndedError(caller)
    return caller
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function callerFromClaims({ sub, sid, role, act }: JWTPayload): Caller | undefined {
  const viewerId = act === undefined ? [] : [(act as { sub?: unknown } | null)?.sub]
  const areIds = [sub, sid, ...viewerId].every((id) => typeof id === 'string' && isId(id))
  if (!areIds || !ROLES.includes(role as Role)) return undefined
  const caller = { userId: sub as UserId, sessionId: sid as SessionId, role: role as Role }
  return act === undefined ? caller : { ...caller, viewerId: viewerId[0] as UserId }
}
