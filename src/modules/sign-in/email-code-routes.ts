import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../accounts/errors.ts'
import {
  EmailSchema,
  OneTimeCodeSchema,
  PasswordSchema,
  RegistrationDetailsSchema,
  SecondFactorCodeSchema,
  UsernameSchema,
} from '../accounts/public/account-fields.ts'
import { checkPasswordStrength, hashPassword } from '../accounts/public/password.ts'
import { sendVerificationCode, verifyEmail } from '../accounts/verify-email.ts'
import { createSession } from '../sessions/public/create-session.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import {
  createSessionResponse,
  sessionResponseExample,
  sessionResponseSchema,
} from '../sessions/public/session-response.ts'
import { resetPassword, sendPasswordResetCode } from './reset-password.ts'
import { passwordAttemptLimit } from './sign-in-limits.ts'
import { sendSignInCode, signInWithCode } from './sign-in-with-code.ts'

const TAG = 'Sign-in'

export function emailCodeRoutes(deps: SessionDeps, profileExample: unknown): Endpoint[] {
  const { platform } = deps
  const addressLimit = platform.config.limits.credentialsPerAddress
  const Session = sessionResponseSchema(deps.profile.schema)
  const example = sessionResponseExample(profileExample)

  return [
    endpoint({
      method: 'post',
      path: '/auth/otp/request',
      tag: TAG,
      summary: 'Ask for a sign-in code by mail',
      description:
        'Answers the same whether or not the address is registered. At most one code a minute and five a day are sent, or ten to whoever asks from where the account was signed in before.',
      access: 'public',
      networkLimit: addressLimit,
      body: z.object({ email: EmailSchema }),
      bodyExample: { email: 'ada@example.com' },
      response: { status: 200, message: 'If this address can receive mail, a code is on its way' },
      handle: ({ body, address, storeResponse, now }) =>
        platform.write(async (tx) => {
          await sendSignInCode(tx, { email: body.email, address, now })
          await storeResponse(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/otp/login',
      tag: TAG,
      summary: 'Sign in, or register, with a mailed code',
      description:
        'With a new address and a username it registers; without a username it answers 404 and the code stays usable.',
      access: 'public',
      networkLimit: addressLimit,
      body: z.object({
        email: EmailSchema,
        otpCode: OneTimeCodeSchema,
        totpCode: SecondFactorCodeSchema.optional(),
        username: UsernameSchema.optional(),
        ...RegistrationDetailsSchema.shape,
      }),
      bodyExample: { email: 'ada@example.com', otpCode: '482913' },
      response: { status: 200, data: Session, example, message: 'Signed in' },
      refusals: [
        errors.code_invalid,
        errors.code_expired,
        errors.user_not_found,
        errors.email_taken,
        errors.username_taken,
        errors.two_factor_required,
        errors.two_factor_invalid,
        errors.account_suspended,
      ],
      handle: async ({ body, address, userAgent, storeResponse, now }) => {
        const { email, otpCode: code, totpCode, username, ...details } = body
        const signIn = async (tx: Tx) => {
          const signedIn = await signInWithCode(tx, {
            email,
            code,
            totpCode,
            username,
            details,
            address,
            now,
          })
          return {
            account: signedIn,
            createdSession: await createSession(tx, {
              userId: signedIn.id,
              method: 'code',
              userAgent,
              address,
              now,
            }),
          }
        }
        return platform.write.withEvents(signIn, async (tx, { result: { account, createdSession } }) =>
          storeResponse(tx, await createSessionResponse(deps, tx, createdSession, account)),
        )
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-email/request',
      tag: TAG,
      summary: 'Send the verification code again',
      description: 'At most one code a minute and five a day.',
      access: 'user',
      response: { status: 200, message: 'A code is on its way' },
      refusals: [errors.email_already_verified],
      handle: ({ caller, storeResponse, now }) =>
        platform.write(async (tx) => {
          await sendVerificationCode(tx, { userId: caller.userId, now })
          await storeResponse(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-email',
      tag: TAG,
      summary: 'Verify the e-mail address with the mailed code',
      access: 'user',
      body: z.object({ otpCode: OneTimeCodeSchema }),
      bodyExample: { otpCode: '482913' },
      response: { status: 200, message: 'The e-mail address is verified' },
      refusals: [errors.code_invalid, errors.code_expired, errors.email_already_verified],
      handle: ({ caller, body, storeResponse, now }) =>
        platform.write(async (tx) => {
          await verifyEmail(tx, { userId: caller.userId, code: body.otpCode, now })
          await storeResponse(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/forgot-password',
      tag: TAG,
      summary: 'Ask for a password reset code by mail',
      description: 'Answers the same whether or not the address is registered.',
      access: 'public',
      networkLimit: addressLimit,
      body: z.object({ email: EmailSchema }),
      bodyExample: { email: 'ada@example.com' },
      response: { status: 200, message: 'If this address is registered, a code is on its way' },
      handle: ({ body, address, storeResponse, now }) =>
        platform.write(async (tx) => {
          await sendPasswordResetCode(tx, { email: body.email, address, now })
          await storeResponse(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/reset-password',
      tag: TAG,
      summary: 'Set a new password with the mailed code',
      description: 'Ends every session of the account.',
      access: 'public',
      networkLimit: addressLimit,
      body: z.object({ email: EmailSchema, otpCode: OneTimeCodeSchema, newPassword: PasswordSchema }),
      bodyExample: { email: 'ada@example.com', otpCode: '482913', newPassword: 'another-long-password' },
      response: { status: 200, message: 'The password is changed. Sign in with it' },
      refusals: [errors.code_invalid, errors.code_expired, errors.weak_password],
      handle: async ({ body, address, storeResponse, now }) => {
        checkPasswordStrength(body.newPassword, body.email)
        const newPasswordHash = await hashPassword(body.newPassword)
        await platform.write(async (tx) => {
          await resetPassword(tx, { email: body.email, code: body.otpCode, newPasswordHash, address, now })
          await storeResponse(tx)
        })
        await (await passwordAttemptLimit(platform, { email: body.email, address })).refill()
      },
    }),
  ]
}
