import { defineRefusals } from '../../platform/errors.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'

export const errors = defineRefusals({
  weak_pin: {
    kind: 'unprocessable',
    message: 'This PIN is too easy to guess. Choose one without runs, repeats, pairs or years.',
  },
  pin_already_set: {
    kind: 'conflict',
    message: 'A PIN is already set. Send currentPin to change it, or reset it by e-mail.',
  },
  pin_not_set: {
    kind: 'conflict',
    message: 'No wallet PIN is set. Set one with /auth/set-wallet-pin first.',
  },
  pin_invalid: { kind: 'forbidden', message: 'The PIN is wrong.' },
  pin_locked: {
    kind: 'locked',
    message: 'Too many wrong PINs. Wait for the time in Retry-After, or reset the PIN by e-mail.',
    extraFields: {
      lockedUntil: TimestampSchema.nullable(),
      resetRequired: z
        .boolean()
        .openapi({ description: 'True if the lock does not expire and the PIN must be reset.' }),
    },
  },
  pin_required: {
    kind: 'forbidden',
    message: 'This operation needs the wallet PIN: send walletPin, or pinToken from /auth/verify-wallet-pin.',
  },
  off_ramp_blocked: {
    kind: 'locked',
    message: 'The wallet PIN was set or reset recently. Payouts are possible again at blockedUntil.',
    extraFields: { blockedUntil: TimestampSchema },
  },
  signature_invalid: {
    kind: 'unprocessable',
    message:
      'The signature does not match this address and the message that was issued to you. Request a new message.',
  },
  challenge_expired: {
    kind: 'gone',
    message: 'This message was already used or has expired. Request a new one.',
  },
  wallet_already_linked: {
    kind: 'conflict',
    message: 'This address already belongs to an account.',
  },
  too_many_wallets: {
    kind: 'conflict',
    message: 'You have linked the maximum number of wallets. Unlink one first.',
  },
})
