import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { Cache } from '../../platform/cache/cache.ts'
import { MINUTE_MS, now, nowMs } from '../../platform/clock.ts'
import { DatabaseError } from '../../platform/db/database-error.ts'
import { commonErrors, Refusal } from '../../platform/errors.ts'
import { type Caller, sessionEndedError } from '../../platform/http/caller.ts'
import { newId, type SessionId } from '../../platform/ids.ts'
import { type KeyRing, SIGNING_ALGORITHM, TOKEN_TYPE, tokenHeader } from './signing-keys.ts'
import { callerFromClaims, verifyTokenSync } from './verify-token-sync.ts'

export const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS
const MAX_TOKEN_LENGTH = 2_000

interface CachedToken {
  caller: Caller
  expiresAtMs: number
}

/** Signs and verifies access tokens. Algorithm, type, issuer and audience come from the configuration, never from the token. */
export class AccessTokens {
  readonly #keys: KeyRing
  readonly #issuer: string
  readonly #audience: string
  readonly #isRevoked: (sessionId: SessionId) => boolean
  /** Verified tokens until they expire, so that each signature is verified once. */
  readonly #cache = new Cache<string, CachedToken>({ maxSize: 50_000 })

  constructor(
    keys: KeyRing,
    names: { issuer: string; audience: string },
    isRevoked: (sessionId: SessionId) => boolean,
  ) {
    this.#keys = keys
    this.#issuer = names.issuer
    this.#audience = names.audience
    this.#isRevoked = isRevoked
  }

  async sign(caller: Caller): Promise<string> {
    const key = this.#keys.signingKey()
    const issuedAt = Math.floor(nowMs() / 1000)
    return new SignJWT({ sid: caller.sessionId, role: caller.role })
      .setProtectedHeader(tokenHeader(key.keyId))
      .setIssuer(this.#issuer)
      .setAudience(this.#audience)
      .setSubject(caller.userId)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_MS / 1000)
      .sign(key.privateKey)
  }

  /** Returns synchronously for cached tokens and tokens in our own format. */
  verify = (token: string): Caller | Promise<Caller> => {
    const cached = this.#cache.get(token) ?? this.#verifySync(token)
    if (!cached) return this.#verifyWithJose(token)
    if (cached.expiresAtMs <= nowMs()) {
      this.#cache.delete(token)
      throw commonErrors.token_expired()
    }
    return this.rejectIfRevoked(cached.caller)
  }

  #verifySync(token: string): CachedToken | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined
    const findKey = (header: string) => this.#keys.findPublicKeyByHeader(header)
    const expected = { findKey, issuer: this.#issuer, audience: this.#audience, nowMs: nowMs() }
    const entry = verifyTokenSync(token, expected)
    if (entry) this.#cache.set(token, entry)
    return entry
  }

  async #verifyWithJose(token: string): Promise<Caller> {
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
      this.#cache.set(token, { caller, expiresAtMs: payload.exp! * 1000 })
      return this.rejectIfRevoked(caller)
    } catch (error) {
      if (error instanceof Refusal || error instanceof DatabaseError) throw error
      throw error instanceof joseErrors.JWTExpired
        ? commonErrors.token_expired()
        : commonErrors.unauthenticated()
    }
  }

  /** Also for callers that authenticate with a WebSocket ticket instead of a token. */
  rejectIfRevoked(caller: Caller): Caller {
    if (this.#isRevoked(caller.sessionId)) throw sessionEndedError(caller)
    return caller
  }
}
