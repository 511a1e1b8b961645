import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { OneTimeCodeSchema, SecondFactorCodeSchema } from '../accounts/public/account-fields.ts'
import { shareLockOwnSession } from '../sessions/public/share-lock-session.ts'
import { getCachedSiteSettings } from '../site-settings/public/site-settings-cache.ts'
import { disableTwoFactor, enableTwoFactor, setUpTwoFactor } from './change-two-factor.ts'
import { errors, reauthenticationErrors } from './errors.ts'
import { ReauthenticationSchema, reauthenticate } from './public/reauthenticate.ts'

const TAG = 'Two-factor sign-in'

export function twoFactorRoutes(platform: Platform): Endpoint[] {
  const { publicUrl } = platform.config
  const limit = platform.config.limits.credentialsPerAccount
  return [
    endpoint({
      method: 'post',
      path: '/auth/2fa/setup',
      tag: TAG,
      summary: 'Get a secret for an authenticator app',
      description: 'Two-factor sign-in stays off until a code of this secret is sent to `/auth/2fa/enable`.',
      access: 'user',
      perSession: true,
      response: {
        data: z.object({
          secret: z.string(),
          otpauthUrl: z.string(),
          qrSvg: z.string().openapi({ description: 'The same URL as a QR code.' }),
        }),
        example: {
          secret: 'JBSWY3DPEHPK3PXP',
          otpauthUrl: 'otpauth://totp/Lyceum:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Lyceum',
          qrSvg: '<svg…>',
        },
        message: 'Scan the QR code, then confirm with a code at /auth/2fa/enable',
      },
      refusals: [errors.two_factor_already_enabled],
      handle: async ({ caller, write, now }) => {
        const { name: siteName } = await getCachedSiteSettings(platform)
        return write(async (tx) => {
          const setup = await setUpTwoFactor(tx, { userId: caller.userId, siteName, now })
          await shareLockOwnSession(tx, caller)
          return setup
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/2fa/enable',
      tag: TAG,
      summary: 'Turn two-factor sign-in on',
      description:
        'Needs a code from the app and the password. An account without a password sends `otpCode` from /auth/otp/request; while mail is turned off, a sign-in of the last ten minutes is enough. Returns ten recovery codes. They are shown only once. The mail about the change has a link that undoes it within 24 hours.',
      access: 'user',
      perSession: true,
      body: ReauthenticationSchema.extend({ code: OneTimeCodeSchema }),
      bodyExample: { code: '123456', password: 'correct-horse-battery' },
      response: {
        data: z.object({ recoveryCodes: z.array(z.string()) }),
        example: { recoveryCodes: ['K7QW2-MPX4R', '9HTJ3-WZ2LN'] },
        message: 'Two-factor sign-in is on. Store the recovery codes in a safe place',
      },
      refusals: [
        errors.two_factor_invalid,
        errors.two_factor_not_set_up,
        errors.two_factor_already_enabled,
        reauthenticationErrors.invalid_credentials,
        errors.password_not_set,
        errors.sign_in_again,
        accountErrors.code_invalid,
        accountErrors.code_expired,
      ],
      handle: async ({ caller, body, address, write, now }) => {
        await platform.rateLimits.takeStrict(limit, `second-factor:${caller.userId}`)
        const freshSession = caller.sessionId
        const confirm = await reauthenticate(platform, caller.userId, body, { address, now, freshSession })
        return write(async (tx) => {
          await confirm(tx)
          const change = { userId: caller.userId, code: body.code, publicUrl, now }
          const recoveryCodes = await enableTwoFactor(tx, change)
          await shareLockOwnSession(tx, caller)
          return { recoveryCodes }
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/auth/2fa/disable',
      tag: TAG,
      summary: 'Turn two-factor sign-in off',
      description:
        'Needs a code from the app (or a recovery code) and the password. An account without a password sends `otpCode` from /auth/otp/request. The mail about the change has a link that undoes it within 24 hours.',
      access: 'user',
      body: ReauthenticationSchema.extend({ code: SecondFactorCodeSchema }),
      bodyExample: { code: '123456', password: 'correct-horse-battery' },
      response: { message: 'Two-factor sign-in is off' },
      refusals: [
        errors.two_factor_invalid,
        errors.two_factor_not_enabled,
        reauthenticationErrors.invalid_credentials,
        errors.password_not_set,
        accountErrors.code_invalid,
        accountErrors.code_expired,
      ],
      handle: async ({ caller, body, address, write, now }) => {
        await platform.rateLimits.takeStrict(limit, `second-factor:${caller.userId}`)
        const confirm = await reauthenticate(platform, caller.userId, body, { address, now })
        return write(async (tx) => {
          await confirm(tx)
          await disableTwoFactor(tx, { userId: caller.userId, code: body.code, publicUrl, now })
          await shareLockOwnSession(tx, caller)
        })
      },
    }),
  ]
}
