import { errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import { MINUTE_MS, now, nowMs } from '../../../platform/clock.ts'
import { DatabaseFault } from '../../../platform/db/faults.ts'
import { Refusal, refusals } from '../../../platform/errors.ts'
import { type Caller, ROLES, type Role, sessionEnded } from '../../../platform/http/caller.ts'
import { isId, newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import { readOwnToken } from './own-token.ts'
import { headerOf, type KeyRing, SIGNING_ALGORITHM, TOKEN_TYPE } from './signing-keys.ts'

export const ACCESS_TOKEN_LIFETIME_MS = 15 * MINUTE_MS
const REMEMBERED_TOKENS = 50_000
const TOKEN_LIMIT_CHARACTERS = 2_000

interface Remembered {
  caller: Caller
  expiresAtMs: number
}

/** Signs and verifies access tokens. Algorithm, type, issuer and audience are ours to say, never the token's. */
export class AccessTokens {
  readonly #keys: KeyRing
  readonly #issuer: string
  readonly #audience: string
  readonly #isRevoked: (sessionId: SessionId) => boolean
  /** A signature is checked once; until the token expires it is known. */
  readonly #remembered = new Map<string, Remembered>()

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
    const key = this.#keys.signer()
    const issuedAt = Math.floor(nowMs() / 1000)
    return new SignJWT({ sid: caller.sessionId, role: caller.role })
      .setProtectedHeader(headerOf(key.keyId))
      .setIssuer(this.#issuer)
      .setAudience(this.#audience)
      .setSubject(caller.userId)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME_MS / 1000)
      .sign(key.privateKey)
  }

  /** The caller, or the refusal. Only a token that is not as we make them waits for anything. */
  verify = (token: string): Caller | Promise<Caller> => {
    const known = this.#remembered.get(token) ?? this.#readOwn(token)
    if (!known) return this.#verifyFirst(token)
    if (known.expiresAtMs <= nowMs()) {
      this.#remembered.delete(token)
      throw refusals.token_expired()
    }
    return this.unlessRevoked(known.caller)
  }

  #readOwn(token: string): Remembered | undefined {
    if (token.length > TOKEN_LIMIT_CHARACTERS) return undefined
    const keyFor = (header: string) => this.#keys.quickVerifier(header)
    const expected = { keyFor, issuer: this.#issuer, audience: this.#audience, nowMs: nowMs() }
    const entry = readOwnToken(token, expected)
    if (entry) this.#remember(token, entry)
    return entry
  }

  async #verifyFirst(token: string): Promise<Caller> {
    if (token.length > TOKEN_LIMIT_CHARACTERS) throw refusals.unauthenticated()
    try {
      const { payload } = await jwtVerify(
        token,
        async (header) => {
          const key = await this.#keys.verifier(header.kid)
          if (!key) throw refusals.unauthenticated()
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
      const { sub, sid, role, exp } = payload as { sub: string; sid: string; role: string; exp: number }
      const areIds = [sub, sid].every((id) => typeof id === 'string' && isId(id))
      if (!areIds || !ROLES.includes(role as Role)) throw refusals.unauthenticated()
      const caller: Caller = { userId: sub as UserId, sessionId: sid as SessionId, role: role as Role }
      this.#remember(token, { caller, expiresAtMs: exp * 1000 })
      return this.unlessRevoked(caller)
    } catch (fault) {
      if (fault instanceof Refusal || fault instanceof DatabaseFault) throw fault
      throw fault instanceof joseErrors.JWTExpired ? refusals.token_expired() : refusals.unauthenticated()
    }
  }

  /** Also for whoever is known by something else than a token: it is worth no more than the session is. */
  unlessRevoked(caller: Caller): Caller {
    if (this.#isRevoked(caller.sessionId)) throw sessionEnded(caller)
    return caller
  }

  #remember(token: string, entry: Remembered): void {
    if (this.#remembered.size >= REMEMBERED_TOKENS) {
      const oldest = this.#remembered.keys().next().value
      if (oldest !== undefined) this.#remembered.delete(oldest)
    }
    this.#remembered.set(token, entry)
  }
}
