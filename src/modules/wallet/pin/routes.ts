import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import { SixDigitsSchema } from '../../identity/accounts/user.ts'
import { errors as identityErrors } from '../../identity/errors.ts'
import { holdSession } from '../../identity/sessions/hold-session.ts'
import { errors } from '../errors.ts'
import { checkPin } from './check-pin.ts'
import { PinSchema } from './pin.ts'
import { issuePinToken } from './pin-token.ts'
import { pinTries } from './pin-tries.ts'
import { resetPin, sendPinResetCode } from './reset-pin.ts'
import { setPin } from './set-pin.ts'

const TAG = 'Wallet PIN'

export function pinRoutes(platform: Platform): Endpoint[] {
  return [
    endpoint({
      method: 'post',
      path: '/auth/set-wallet-pin',
      tag: TAG,
      summary: 'Set the wallet PIN, or change it',
      description: 'A PIN that is set is changed with `currentPin`; who forgot it resets it by mail.',
      access: 'user',
      body: z.object({ pin: PinSchema, currentPin: PinSchema.optional() }),
      bodyExample: { pin: '739164' },
      answer: { status: 200, message: 'The wallet PIN is set' },
      refusals: [errors.weak_pin, errors.pin_already_set, errors.pin_invalid, errors.pin_locked],
      handle: ({ caller, body: { pin, currentPin }, keepAnswer, now }) =>
        pinTries(platform, caller.userId).bound(now, () =>
          platform.write(async (tx) => {
            await setPin(tx, { userId: caller.userId, pin, currentPin, now })
            await holdSession(tx, caller)
            await keepAnswer(tx)
          }),
        ),
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-wallet-pin',
      tag: TAG,
      summary: 'Verify the wallet PIN',
      description:
        'Gives a `pinToken` that stands for the PIN: in this session, for five minutes and for one operation, in the header `x-pin-token` or the body field `pinToken`. Five wrong PINs in a row lock for 15 minutes, each further one for 30 and 60; after ten only the reset helps.',
      access: 'user',
      perSession: true,
      body: z.object({ pin: PinSchema }),
      bodyExample: { pin: '739164' },
      answer: {
        status: 200,
        data: z.object({ verified: z.boolean(), pinToken: z.string() }),
        example: { verified: true, pinToken: 'lMWuHHq4xOwj3ooeUfYbvb7tkjMOCkNh5M8JSBpHQzE' },
        message: 'The wallet PIN is right',
      },
      refusals: [errors.pin_not_set, errors.pin_invalid, errors.pin_locked],
      handle: ({ caller, body: { pin }, keepAnswer, now }) =>
        pinTries(platform, caller.userId).bound(now, () =>
          platform.write(async (tx) => {
            await checkPin(tx, { userId: caller.userId, pin, now })
            return keepAnswer(tx, { verified: true, pinToken: await issuePinToken(tx, caller, now) })
          }),
        ),
    }),

    endpoint({
      method: 'post',
      path: '/auth/reset-wallet-pin-otp',
      tag: TAG,
      summary: 'Ask for a PIN reset code by mail',
      description: 'At most one code a minute and five a day. It works while the PIN is locked.',
      access: 'user',
      answer: { status: 200, message: 'A code is on its way' },
      refusals: [errors.pin_not_set],
      handle: ({ caller, keepAnswer, now }) =>
        platform.write(async (tx) => {
          await sendPinResetCode(tx, { userId: caller.userId, now })
          await keepAnswer(tx)
        }),
    }),

    endpoint({
      method: 'post',
      path: '/auth/verify-wallet-pin-reset-otp',
      tag: TAG,
      summary: 'Set a new wallet PIN with the mailed code',
      description: 'Ends the lock and every PIN token. Pay-outs may rest for a while afterwards.',
      access: 'user',
      body: z.object({ otpCode: SixDigitsSchema, newPin: PinSchema }),
      bodyExample: { otpCode: '482913', newPin: '739164' },
      answer: { status: 200, message: 'The wallet PIN is changed' },
      refusals: [errors.weak_pin, identityErrors.code_invalid, identityErrors.code_expired],
      handle: async ({ caller, body, keepAnswer, now }) => {
        const { offRampBlockSeconds } = platform.config.wallet
        await platform.write(async (tx) => {
          await resetPin(tx, {
            userId: caller.userId,
            code: body.otpCode,
            newPin: body.newPin,
            offRampBlockSeconds,
            now,
          })
          await keepAnswer(tx)
        })
        await pinTries(platform, caller.userId).refill()
      },
    }),
  ]
}
