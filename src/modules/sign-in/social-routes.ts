import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  RegistrationDetailsSchema,
  SecondFactorCodeSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { sessionResponse } from '../sessions/public/session-response.ts'
import type { SignInDeps } from './deps.ts'
import { errors } from './errors.ts'
import { respondWithSession } from './respond-with-session.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { SOCIAL_PROVIDERS } from './verify-id-token.ts'

export function socialRoutes(deps: SignInDeps, profileExample: unknown): Endpoint[] {
  const { platform } = deps
  const limit = platform.config.limits.credentialsPerAccount
  return [
    endpoint({
      method: 'post',
      path: '/auth/social',
      tag: 'Sign-in',
      summary: 'Sign in, or register, with Google or Apple',
      description:
        'Verifies the ID token with the public keys of its issuer and takes the e-mail address from it. If the verified address is already registered, the account is linked; if the address of that account was not verified, `claimedAccount` in the response and a mail say what was removed, as after /auth/otp/login.',
      access: 'public',
      networkLimit: platform.config.limits.credentialsPerAddress,
      body: z.object({
        provider: z.enum(SOCIAL_PROVIDERS),
        idToken: z.string().min(1).max(8_000).openapi({ example: 'eyJhbGciOiJSUzI1NiIsImtpZCI6…' }),
        nonce: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .openapi({ description: 'The nonce that the app asked the provider to put into the token.' }),
        totpCode: SecondFactorCodeSchema.optional(),
        username: UsernameSchema.optional(),
        ...RegistrationDetailsSchema.shape,
      }),
      bodyExample: { provider: 'google', idToken: 'eyJhbGciOiJSUzI1NiIsImtpZCI6…', nonce: 'n-0S6_WzA2Mj' },
      response: { ...sessionResponse(deps, profileExample), message: 'Signed in' },
      refusals: [
        errors.social_token_invalid,
        errors.sign_up_closed,
        accountErrors.email_taken,
        accountErrors.username_taken,
        errors.two_factor_required,
        errors.two_factor_invalid,
        accountErrors.account_suspended,
        commonErrors.provider_unavailable,
      ],
      handle: async ({ body, address, userAgent, write, now }) => {
        const { provider, idToken, nonce, totpCode, username, ...details } = body
        const claims = await deps.verifyIdToken({ provider, idToken, nonce, now })
        // An ID token is valid for an hour. The limit prevents an attacker from guessing the second factor in that time.
        const attemptBucket = `second-factor:${claims.provider}:${claims.subject}`
        if (totpCode !== undefined) await platform.rateLimits.takeStrict(limit, attemptBucket)
        const request = { claims, username, totpCode, details, settings: platform, address, now }
        const session = { method: provider, userAgent, address, write, now }
        const response = await respondWithSession(deps, session, (tx) => signInWithProvider(tx, request))
        if (totpCode !== undefined) await platform.rateLimits.refillStrict(limit, attemptBucket)
        return response
      },
    }),
  ]
}
