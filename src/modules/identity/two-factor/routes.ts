import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { confirmOwner, OwnerProofSchema } from '../accounts/confirm-owner.ts'
import { SecondFactorSchema, SixDigitsSchema } from '../accounts/user.ts'
import { errors } from '../errors.ts'
import type { IdentityParts } from '../identity.ts'
import { holdSession } from '../sessions/hold-session.ts'
import { disableTwoFactor, enableTwoFactor, setUpTwoFactor } from './change-two-factor.ts'

const TAG = 'Two-factor sign-in'

export function twoFactorRoutes(parts: IdentityParts): Endpoint[] {
  const { platform } = parts
  const limit = platform.config.limits.credentialsPerAccount
  return [
    endpoint({
      method: 'post',
      path: '/auth/2fa/setup',
      tag: TAG,
      summary: 'Get a secret for an authenticator app',
      description: 'Nothing is asked for at sign-in before a code of it was sent to `/auth/2fa/enable`.',
      access: 'user',
      perSession: true,
      answer: {
        status: 200,
        data: z.object({
          secret: z.string(),
          otpauthUrl: z.string(),
          qrSvg: z.string().openapi({ description: 'The same URL as a picture to scan.' }),
        }),
        example: {
          secret: 'JBSWY3DPEHPK3PXP',
          otpauthUrl: 'otpauth://totp/Lyceum:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Lyceum',
          qrSvg: '<svg…>',
        },
        message: 'Scan the picture, then confirm with a code at /auth/2fa/enable',
      },
      refusals: [errors.two_factor_already_enabled],
      handle: ({ caller, keepAnswer, now }) =>
        platform.write(async (tx) => {
          const setup = await setUpTwoFactor(tx, { userId: caller.userId, now })
          await holdSession(tx, caller)
          return keepAnswer(tx, setup)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/2fa/enable',
      tag: TAG,
      summary: 'Turn two-factor sign-in on',
      description: 'Answers with ten recovery codes. They are shown this once.',
      access: 'user',
      perSession: true,
      body: z.object({ code: SixDigitsSchema }),
      bodyExample: { code: '123456' },
      answer: {
        status: 200,
        data: z.object({ recoveryCodes: z.array(z.string()) }),
        example: { recoveryCodes: ['K7QW2-MPX4R', '9HTJ3-WZ2LN'] },
        message: 'Two-factor sign-in is on. Keep the recovery codes in a safe place',
      },
      refusals: [errors.two_factor_invalid, errors.two_factor_not_set_up, errors.two_factor_already_enabled],
      handle: async ({ caller, body, keepAnswer, now }) => {
        await platform.limits.takeStrict(limit, `second-factor:${caller.userId}`)
        return platform.write(async (tx) => {
          const recoveryCodes = await enableTwoFactor(tx, { userId: caller.userId, code: body.code, now })
          await holdSession(tx, caller)
          return keepAnswer(tx, { recoveryCodes })
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/2fa/disable',
      tag: TAG,
      summary: 'Turn two-factor sign-in off',
      description:
        'Needs a code of the app (or a recovery code) and the password; an account without a password sends `otpCode` from /auth/otp/request.',
      access: 'user',
      body: OwnerProofSchema.extend({ code: SecondFactorSchema }),
      bodyExample: { code: '123456', password: 'correct-horse-battery' },
      answer: { status: 200, message: 'Two-factor sign-in is off' },
      refusals: [
        errors.two_factor_invalid,
        errors.two_factor_not_enabled,
        errors.invalid_credentials,
        errors.password_not_set,
        errors.code_invalid,
        errors.code_expired,
      ],
      handle: async ({ caller, body, address, keepAnswer, now }) => {
        await platform.limits.takeStrict(limit, `second-factor:${caller.userId}`)
        const confirm = await confirmOwner(platform, caller.userId, body, { address, now })
        await platform.write(async (tx) => {
          await confirm(tx)
          await disableTwoFactor(tx, { userId: caller.userId, code: body.code, now })
          await holdSession(tx, caller)
          await keepAnswer(tx)
        })
      },
    }),
  ]
}
