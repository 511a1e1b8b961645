import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from './errors.ts'
import { isReservedUsername, OneTimeCodeSchema, UsernameSchema } from './public/account-fields.ts'
import { findAccountByUsername } from './queries.ts'
import { sendVerificationCode, verifyEmail } from './verify-email.ts'

const TAG = 'Sign-in'

export function accountRoutes(platform: Platform): Endpoint[] {
  return [
    endpoint({
      method: 'post',
      path: '/auth/username-available',
      tag: TAG,
      summary: 'Check whether a username is available',
      access: 'public',
      body: z.object({ username: UsernameSchema }),
      bodyExample: { username: 'ada_l' },
      response: {
        data: z.object({ username: z.string(), available: z.boolean() }),
        example: { username: 'ada_l', available: true },
      },
      handle: async ({ body: { username }, respondAfterCommit }) => {
        const isTaken = isReservedUsername(username) || (await findAccountByUsername(platform.db, username))
        return respondAfterCommit({ username, available: !isTaken })
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-email/request',
      tag: TAG,
      summary: 'Send the verification code again',
      description: 'At most one code a minute and five a day.',
      access: 'user',
      response: { message: 'A code is on its way' },
      refusals: [errors.email_already_verified],
      handle: ({ caller, write, now }) =>
        write(async (tx) => {
          const { publicUrl } = platform.config
          await sendVerificationCode(tx, { userId: caller.userId, publicUrl, now })
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
      response: { message: 'The e-mail address is verified' },
      refusals: [errors.code_invalid, errors.code_expired, errors.email_already_verified],
      handle: ({ caller, body, write, now }) =>
        write(async (tx) => {
          await verifyEmail(tx, { userId: caller.userId, code: body.otpCode, now })
        }),
    }),
  ]
}
