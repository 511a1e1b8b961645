import { z } from '@hono/zod-openapi'
import { commonErrors } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../accounts/errors.ts'
import {
  RegistrationDetailsSchema,
  SecondFactorCodeSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { createSession } from '../sessions/public/create-session.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import {
  createSessionResponse,
  sessionResponseExample,
  sessionResponseSchema,
} from '../sessions/public/session-response.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { SOCIAL_PROVIDERS } from './verify-id-token.ts'

export function socialRoutes(deps: SessionDeps, profileExample: unknown): Endpoint[] {
  const { platform } = deps
  const limit = platform.config.limits.credentialsPerAccount
  return [
    endpoint({
      method: 'post',
      path: '/auth/social',
      tag: 'Sign-in',
      summary: 'Sign in, or register, with Google or Apple',
      description:
        'The ID token is checked against the keys that its issuer publishes; the e-mail address is taken from it. A verified address that is registered already is linked.',
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
      response: {
        status: 200,
        data: sessionResponseSchema(deps.profile.schema),
        example: sessionResponseExample(profileExample),
        message: 'Signed in',
      },
      refusals: [
        errors.social_token_invalid,
        errors.email_taken,
        errors.username_taken,
        errors.two_factor_required,
        errors.two_factor_invalid,
        errors.account_suspended,
        commonErrors.provider_unavailable,
      ],
      handle: async ({ body, address, userAgent, storeResponse, now }) => {
        const { provider, idToken, nonce, totpCode, username, ...details } = body
        const claims = await deps.verifyIdToken({ provider, idToken, nonce })
        // An ID token is good for an hour: that must not be an hour of guessing at the second factor.
        const attemptBucket = `second-factor:${claims.provider}:${claims.subject}`
        if (totpCode !== undefined) await platform.rateLimits.takeStrict(limit, attemptBucket)
        const signIn = async (tx: Tx) => {
          const signedIn = await signInWithProvider(tx, {
            claims,
            username,
            totpCode,
            details,
            address,
            now,
          })
          return {
            account: signedIn,
            createdSession: await createSession(tx, {
              userId: signedIn.id,
              method: claims.provider,
              userAgent,
              address,
              now,
            }),
          }
        }
        const response = await platform.write.withEvents(
          signIn,
          async (tx, { result: { account, createdSession } }) =>
            storeResponse(tx, await createSessionResponse(deps, tx, createdSession, account)),
        )
        if (totpCode !== undefined) await platform.rateLimits.refillStrict(limit, attemptBucket)
        return response
      },
    }),
  ]
}
