import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Tx } from '../../../platform/tx.ts'
import { guessesAt } from '../accounts/known-places.ts'
import { checkPasswordStrength, hashPassword } from '../accounts/password.ts'
import {
  DetailsSchema,
  EmailSchema,
  PasswordSchema,
  SecondFactorSchema,
  SixDigitsSchema,
  UsernameSchema,
} from '../accounts/user.ts'
import { errors } from '../errors.ts'
import type { IdentityParts } from '../identity.ts'
import { openSession } from '../sessions/open-session.ts'
import { answerSession, sessionExample, sessionSchema } from '../sessions/session-answer.ts'
import { resetPassword, sendPasswordResetCode } from './reset-password.ts'
import { sendSignInCode, signInWithCode } from './sign-in-code.ts'
import { sendVerificationCode, verifyEmail } from './verify-email.ts'

const TAG = 'Sign-in'

export function emailRoutes(parts: IdentityParts, profileExample: unknown): Endpoint[] {
  const { platform } = parts
  const addressLimit = platform.config.limits.credentialsPerAddress
  const Session = sessionSchema(parts.profile.schema)
  const example = sessionExample(profileExample)

  return [
    endpoint({
      method: 'post',
      path: '/auth/otp/request',
      tag: TAG,
      summary: 'Ask for a sign-in code by mail',
      description:
        'Answers the same whether or not the address is registered. At most one code a minute and five a day are sent, or ten to whoever asks from where the account was signed in before.',
      access: 'public',
      addressLimit,
      body: z.object({ email: EmailSchema }),
      bodyExample: { email: 'ada@example.com' },
      answer: { status: 200, message: 'If this address can receive mail, a code is on its way' },
      handle: ({ body, address, keepAnswer, now }) =>
        platform.write(async (tx) => {
          await sendSignInCode(tx, { email: body.email, address, now })
          await keepAnswer(tx)
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
      addressLimit,
      body: z.object({
        email: EmailSchema,
        otpCode: SixDigitsSchema,
        totpCode: SecondFactorSchema.optional(),
        username: UsernameSchema.optional(),
        ...DetailsSchema.shape,
      }),
      bodyExample: { email: 'ada@example.com', otpCode: '482913' },
      answer: { status: 200, data: Session, example, message: 'Signed in' },
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
      handle: async ({ body, address, userAgent, keepAnswer, now }) => {
        const { email, otpCode: code, totpCode, username, ...details } = body
        const signingIn = async (tx: Tx) => {
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
            opened: await openSession(tx, { userId: signedIn.id, way: 'code', userAgent, address, now }),
          }
        }
        return platform.write.telling(signingIn, async (tx, { result: { account, opened } }) =>
          keepAnswer(tx, await answerSession(parts, tx, opened, account)),
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
      answer: { status: 200, message: 'A code is on its way' },
      refusals: [errors.email_already_verified],
      handle: ({ caller, keepAnswer, now }) =>
        platform.write(async (tx) => {
          await sendVerificationCode(tx, { userId: caller.userId, now })
          await keepAnswer(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-email',
      tag: TAG,
      summary: 'Verify the e-mail address with the mailed code',
      access: 'user',
      body: z.object({ otpCode: SixDigitsSchema }),
      bodyExample: { otpCode: '482913' },
      answer: { status: 200, message: 'The e-mail address is verified' },
      refusals: [errors.code_invalid, errors.code_expired, errors.email_already_verified],
      handle: ({ caller, body, keepAnswer, now }) =>
        platform.write(async (tx) => {
          await verifyEmail(tx, { userId: caller.userId, code: body.otpCode, now })
          await keepAnswer(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/forgot-password',
      tag: TAG,
      summary: 'Ask for a password reset code by mail',
      description: 'Answers the same whether or not the address is registered.',
      access: 'public',
      addressLimit,
      body: z.object({ email: EmailSchema }),
      bodyExample: { email: 'ada@example.com' },
      answer: { status: 200, message: 'If this address is registered, a code is on its way' },
      handle: ({ body, address, keepAnswer, now }) =>
        platform.write(async (tx) => {
          await sendPasswordResetCode(tx, { email: body.email, address, now })
          await keepAnswer(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/reset-password',
      tag: TAG,
      summary: 'Set a new password with the mailed code',
      description: 'Ends every session of the account.',
      access: 'public',
      addressLimit,
      body: z.object({ email: EmailSchema, otpCode: SixDigitsSchema, newPassword: PasswordSchema }),
      bodyExample: { email: 'ada@example.com', otpCode: '482913', newPassword: 'another-long-password' },
      answer: { status: 200, message: 'The password is changed. Sign in with it' },
      refusals: [errors.code_invalid, errors.code_expired, errors.weak_password],
      handle: async ({ body, address, keepAnswer, now }) => {
        checkPasswordStrength(body.newPassword, body.email)
        const newPasswordHash = await hashPassword(body.newPassword)
        await platform.write(async (tx) => {
          await resetPassword(tx, { email: body.email, code: body.otpCode, newPasswordHash, address, now })
          await keepAnswer(tx)
        })
        await (await guessesAt(platform, { email: body.email, address })).refill()
      },
    }),
  ]
}
