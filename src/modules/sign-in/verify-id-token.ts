import { createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose'
import { commonErrors } from '../../platform/errors.ts'
import { sha256 } from '../../platform/secrets.ts'
import { errors } from './errors.ts'

export const SOCIAL_PROVIDERS = ['google', 'apple'] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

interface SocialSettings {
  clientIds: string[]
  issuers: string[]
  keysUrl: string
}

/** The claims of a verified ID token. */
export interface SocialClaims {
  provider: SocialProvider
  subject: string
  email: string
  emailIsVerified: boolean
}

export type VerifyIdToken = (token: {
  provider: SocialProvider
  idToken: string
  nonce: string | undefined
  now: Date
}) => Promise<SocialClaims>

/** Verifies ID tokens with the public keys of their issuer. Only the claims of the token are trusted. */
export function createIdTokenVerifier(settings: Record<SocialProvider, SocialSettings>): VerifyIdToken {
  const keySets = Object.fromEntries(
    SOCIAL_PROVIDERS.map((provider) => [
      provider,
      createRemoteJWKSet(new URL(settings[provider].keysUrl), {
        timeoutDuration: 5_000,
        cooldownDuration: 5_000,
      }),
    ]),
  )
  return async ({ provider, idToken, nonce, now }) => {
    const { clientIds, issuers } = settings[provider]
    if (clientIds.length === 0) {
      throw commonErrors.provider_unavailable({
        message: `Sign-in with ${provider} is not configured on this server.`,
        retryAfterSeconds: 3600,
      })
    }
    let claims: Record<string, unknown>
    try {
      const { payload } = await jwtVerify(idToken, keySets[provider]!, {
        algorithms: ['RS256', 'ES256'],
        issuer: issuers,
        audience: clientIds,
        requiredClaims: ['sub', 'exp', 'iat', 'email'],
        currentDate: now,
      })
      claims = payload
    } catch (error) {
      if (isProviderUnavailable(error)) throw commonErrors.provider_unavailable({ retryAfterSeconds: 5 })
      throw errors.social_token_invalid()
    }
    if (!nonceMatches(claims.nonce, nonce)) throw errors.social_token_invalid()
    if (typeof claims.email !== 'string' || typeof claims.sub !== 'string')
      throw errors.social_token_invalid()
    return {
      provider,
      subject: claims.sub,
      email: claims.email,
      emailIsVerified: claims.email_verified === true || claims.email_verified === 'true',
    }
  }
}

/** The token must contain the nonce of the app, plain or as SHA-256. A token without a nonce matches only a request without one. */
function nonceMatches(claimed: unknown, given: string | undefined): boolean {
  if (claimed === undefined || given === undefined) return claimed === given
  return claimed === given || claimed === sha256(given).toString('hex')
}

/** Fetching the provider's keys failed, so the token may still be valid. */
function isProviderUnavailable(error: unknown): boolean {
  return (
    error instanceof joseErrors.JWKSTimeout ||
    error instanceof joseErrors.JWKSInvalid ||
    !(error instanceof joseErrors.JOSEError) ||
    error.code === 'ERR_JOSE_GENERIC'
  )
}
