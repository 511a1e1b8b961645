import { z } from '@hono/zod-openapi'
import { refusals } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Tx } from '../../../platform/tx.ts'
import { DetailsSchema, SecondFactorSchema, UsernameSchema } from '../accounts/user.ts'
import { errors } from '../errors.ts'
import type { IdentityParts } from '../identity.ts'
import { openSession } from '../sessions/open-session.ts'
import { answerSession, sessionExample, sessionSchema } from '../sessions/session-answer.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'
import { SOCIAL_PROVIDERS } from './verify-id-token.ts'

export function socialRoutes(parts: IdentityParts, profileExample: unknown): Endpoint[] {
  const { platform } = parts
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
      addressLimit: platform.config.limits.credentialsPerAddress,
      body: z.object({
        provider: z.enum(SOCIAL_PROVIDERS),
        idToken: z.string().min(1).max(8_000).openapi({ example: 'eyJhbGciOiJSUzI1NiIsImtpZCI6…' }),
        nonce: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .openapi({ description: 'The nonce that the app asked the provider to put into the token.' }),
        totpCode: SecondFactorSchema.optional(),
        username: UsernameSchema.optional(),
        ...DetailsSchema.shape,
      }),
      bodyExample: { provider: 'google', idToken: 'eyJhbGciOiJSUzI1NiIsImtpZCI6…', nonce: 'n-0S6_WzA2Mj' },
      answer: {
        status: 200,
        data: sessionSchema(parts.profile.schema),
        example: sessionExample(profileExample),
        message: 'Signed in',
      },
      refusals: [
        errors.social_token_invalid,
        errors.email_taken,
        errors.username_taken,
        errors.two_factor_required,
        errors.two_factor_invalid,
        errors.account_suspended,
        refusals.provider_unavailable,
      ],
      handle: async ({ body, address, userAgent, keepAnswer, now }) => {
        const { provider, idToken, nonce, totpCode, username, ...details } = body
        const claims = await parts.verifyIdToken({ provider, idToken, nonce })
        // An ID token is good for an hour: that must not be an hour of guessing at the second factor.
        const guesses = `second-factor:${claims.provider}:${claims.subject}`
        if (totpCode !== undefined) await platform.limits.takeStrict(limit, guesses)
        const signingIn = async (tx: Tx) => {
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
            opened: await openSession(tx, {
              userId: signedIn.id,
              way: claims.provider,
              userAgent,
              address,
              now,
            }),
          }
        }
        const answer = await platform.write.telling(signingIn, async (tx, { result: { account, opened } }) =>
          keepAnswer(tx, await answerSession(parts, tx, opened, account)),
        )
        if (totpCode !== undefined) await platform.limits.refillStrict(limit, guesses)
        return answer
      },
    }),
  ]
}
