import { Refusal } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  EmailSchema,
  OneTimeCodeSchema,
  PasswordSchema,
  RegistrationDetailsSchema,
  SecondFactorCodeSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../accounts/public/password.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import { sessionResponse } from '../sessions/public/session-response.ts'
import { errors } from './errors.ts'
import { resetPassword, sendPasswordResetCode } from './reset-password.ts'
import { respondWithSession } from './respond-with-session.ts'
import { passwordAttemptLimit } from './sign-in-limits.ts'
import { sendSignInCode, signInWithCode } from './sign-in-with-code.ts'

const TAG = 'Sign-in'

export function emailCodeRoutes(deps: SessionDeps, profileExample: unknown): Endpoint[] {
  const { platform } = deps
  const networkLimit = platform.config.limits.credentialsPerAddress
  const { publicUrl } = platform.config

  return [
    endpoint({
      method: 'post',
      path: '/auth/otp/request',
      tag: TAG,
      summary: 'Request a sign-in code by e-mail',
      description:
        'The response is the same whether or not the address is registered. At most one code a minute and five a day are sent, or ten a day if the request comes from a network with an earlier sign-in to the account.',
      access: 'public',
      networkLimit,
      body: z.object({ email: EmailSchema }),
      bodyExample: { email: 'ada@example.com' },
      response: { message: 'If this address can receive mail, a code is on its way' },
      handle: ({ body, address, write, now }) =>
        write(async (tx) => {
          await sendSignInCode(tx, { email: body.email, address, publicUrl, now })
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/otp/login',
      tag: TAG,
      summary: 'Sign in, or register, with a mailed code',
      description:
        'A new address with a username registers an account. Without a username the response is 404 and the code stays usable. If the account exists and its address was not verified, the code verifies it, and what another person may have set up is removed: the password, the second factor, the wallet PIN, linked wallets and all earlier sessions. `claimedAccount` in the response and a mail say so. Nothing is removed if `accessToken` shows that the client is signed in to the account.',
      access: 'public',
      networkLimit,
      body: z.object({
        email: EmailSchema,
        otpCode: OneTimeCodeSchema,
        totpCode: SecondFactorCodeSchema.optional(),
        accessToken: z.string().min(1).max(2_000).optional().openapi({
          description:
            'An access token of the same account, if the client has one. Its session then proves the address, and nothing is removed from an account whose address was not verified. A token that is not valid is ignored.',
        }),
        username: UsernameSchema.optional(),
        ...RegistrationDetailsSchema.shape,
      }),
      bodyExample: { email: 'ada@example.com', otpCode: '482913' },
      response: { ...sessionResponse(deps, profileExample), message: 'Signed in' },
      refusals: [
        accountErrors.code_invalid,
        accountErrors.code_expired,
        errors.user_not_found,
        errors.sign_up_closed,
        accountErrors.email_taken,
        accountErrors.username_taken,
        errors.two_factor_required,
        errors.two_factor_invalid,
        accountErrors.account_suspended,
      ],
      handle: async ({ body, address, userAgent, write, now }) => {
        const { email, otpCode: code, totpCode, accessToken, username, ...details } = body
        const caller = accessToken === undefined ? undefined : await findCaller(deps, accessToken)
        const request = { email, code, totpCode, caller, username, details, settings: platform, address, now }
        const session = { method: 'code' as const, userAgent, address, write, now }
        return respondWithSession(deps, session, (tx) => signInWithCode(tx, request))
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/forgot-password',
      tag: TAG,
      summary: 'Request a password reset code by e-mail',
      description: 'The response is the same whether or not the address is registered.',
      access: 'public',
      networkLimit,
      body: z.object({ email: EmailSchema }),
      bodyExample: { email: 'ada@example.com' },
      response: { message: 'If this address is registered, a code is on its way' },
      handle: ({ body, address, write, now }) =>
        write(async (tx) => {
          await sendPasswordResetCode(tx, { email: body.email, address, publicUrl, now })
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/reset-password',
      tag: TAG,
      summary: 'Set a new password with the mailed code',
      description:
        'Revokes every session of the account. The code also verifies the address; if it was not verified, the second factor, the wallet PIN and linked wallets are removed as well, because another person may have set them up.',
      access: 'public',
      networkLimit,
      body: z.object({ email: EmailSchema, otpCode: OneTimeCodeSchema, newPassword: PasswordSchema }),
      bodyExample: { email: 'ada@example.com', otpCode: '482913', newPassword: 'another-long-password' },
      response: { message: 'The password is changed. Sign in with it' },
      refusals: [accountErrors.code_invalid, accountErrors.code_expired, accountErrors.weak_password],
      handle: async ({ body, address, write, now }) => {
        checkPasswordStrength(body.newPassword, body.email)
        const newPasswordHash = await hashPassword(body.newPassword)
        const response = await write((tx) =>
          resetPassword(tx, { email: body.email, code: body.otpCode, newPasswordHash, address, now }),
        )
        await (await passwordAttemptLimit(platform, { email: body.email, address })).refill()
        return response
      },
    }),
  ]
}

/** The caller of an access token; undefined if the token is not valid. */
async function findCaller({ tokens }: SessionDeps, accessToken: string): Promise<Caller | undefined> {
  try {
    return await tokens.verify(accessToken)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
