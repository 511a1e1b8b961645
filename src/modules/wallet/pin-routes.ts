import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as identityErrors } from '../accounts/errors.ts'
import { OneTimeCodeSchema } from '../accounts/public/account-fields.ts'
import { shareLockOwnSession } from '../sessions/public/share-lock-session.ts'
import { errors } from './errors.ts'
import { checkPin } from './pin/check-pin.ts'
import { PinSchema, WEAK_PIN_RULE } from './pin/pin.ts'
import { resetPin, sendPinResetCode } from './pin/reset-pin.ts'
import { setPin } from './pin/set-pin.ts'
import { pinAttemptLimit } from './public/pin-attempt-limit.ts'
import { issuePinToken } from './public/pin-token.ts'

const TAG = 'Wallet PIN'

export function pinRoutes(platform: Platform): Endpoint[] {
  const { firstPinBlockSeconds } = platform.config.wallet
  const firstPin = { firstPinBlockSeconds, publicUrl: platform.config.publicUrl }
  return [
    endpoint({
      method: 'post',
      path: '/auth/set-wallet-pin',
      tag: TAG,
      summary: 'Set the wallet PIN, or change it',
      description: [
        '`currentPin` is required to change a PIN that is set. A forgotten PIN is reset by e-mail. The mail about the first PIN has a link that removes it within 24 hours, and payouts may be blocked for a time (`OFF_RAMP_BLOCKED` says until when).',
        WEAK_PIN_RULE,
      ].join('\n\n'),
      access: 'user',
      body: z.object({ pin: PinSchema, currentPin: PinSchema.optional() }),
      bodyExample: { pin: '739164' },
      response: { message: 'The wallet PIN is set' },
      refusals: [errors.weak_pin, errors.pin_already_set, errors.pin_invalid, errors.pin_locked],
      handle: ({ caller, body: { pin, currentPin }, write, now }) =>
        pinAttemptLimit(platform, caller.userId).run(now, () =>
          write(async (tx) => {
            await setPin(tx, { userId: caller.userId, pin, currentPin, now }, firstPin)
            await shareLockOwnSession(tx, caller)
          }),
        ),
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-wallet-pin',
      tag: TAG,
      summary: 'Verify the wallet PIN',
      description:
        'Returns a `pinToken` that replaces the PIN in this session, for five minutes and one operation, in the header `x-pin-token` or the body field `pinToken`. Five consecutive wrong PINs lock the PIN for 15 minutes, the next ones for 30 and 60 minutes. After ten the PIN must be reset.',
      access: 'user',
      perSession: true,
      body: z.object({ pin: PinSchema }),
      bodyExample: { pin: '739164' },
      response: {
        data: z.object({ verified: z.boolean(), pinToken: z.string() }),
        example: { verified: true, pinToken: 'lMWuHHq4xOwj3ooeUfYbvb7tkjMOCkNh5M8JSBpHQzE' },
        message: 'The wallet PIN is correct',
      },
      refusals: [errors.pin_not_set, errors.pin_invalid, errors.pin_locked],
      handle: ({ caller, body: { pin }, write, now }) =>
        pinAttemptLimit(platform, caller.userId).run(now, () =>
          write(async (tx) => {
            await checkPin(tx, { userId: caller.userId, pin, now })
            return { verified: true, pinToken: await issuePinToken(tx, caller, now) }
          }),
        ),
    }),

    endpoint({
      method: 'post',
      path: '/auth/reset-wallet-pin-otp',
      tag: TAG,
      summary: 'Request a PIN reset code by e-mail',
      description: 'At most one code a minute and five a day. It works while the PIN is locked.',
      access: 'user',
      response: { message: 'A code was sent' },
      refusals: [errors.pin_not_set],
      handle: ({ caller, write, now }) =>
        write(async (tx) => {
          const { publicUrl } = platform.config
          await sendPinResetCode(tx, { userId: caller.userId, publicUrl, now })
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-wallet-pin-reset-otp',
      tag: TAG,
      summary: 'Set a new wallet PIN with the code from the e-mail',
      description: [
        'Removes the lock and all PIN tokens. Payouts may be blocked for a time afterwards.',
        WEAK_PIN_RULE,
      ].join('\n\n'),
      access: 'user',
      body: z.object({ otpCode: OneTimeCodeSchema, newPin: PinSchema }),
      bodyExample: { otpCode: '482913', newPin: '739164' },
      response: { message: 'The wallet PIN is changed' },
      refusals: [errors.weak_pin, identityErrors.code_invalid, identityErrors.code_expired],
      handle: async ({ caller, body, write, now }) => {
        const { offRampBlockSeconds } = platform.config.wallet
        const response = await write((tx) =>
          resetPin(tx, {
            userId: caller.userId,
            code: body.otpCode,
            newPin: body.newPin,
            offRampBlockSeconds,
            now,
          }),
        )
        await pinAttemptLimit(platform, caller.userId).refill()
        return response
      },
    }),
  ]
}
