import { z } from '@hono/zod-openapi'
import { defineRefusals } from '../../platform/errors.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'

export const errors = defineRefusals({
  weak_pin: {
    kind: 'unprocessable',
    message: 'This PIN is too easy to guess. Choose one without runs, repeats, pairs or years.',
  },
  pin_already_set: {
    kind: 'conflict',
    message: 'A PIN is set already. Send currentPin to change it, or reset it by mail.',
  },
  pin_not_set: {
    kind: 'conflict',
    message: 'No wallet PIN is set. Set one with /auth/set-wallet-pin first.',
  },
  pin_invalid: { kind: 'unauthenticated', message: 'The PIN is wrong.' },
  pin_locked: {
    kind: 'locked',
    message: 'Too many wrong PINs. Wait as long as Retry-After says, or reset the PIN by mail.',
    extraFields: {
      lockedUntil: TimestampSchema.nullable(),
      resetRequired: z.boolean().openapi({ description: 'Waiting does not help any more.' }),
    },
  },
  pin_required: {
    kind: 'forbidden',
    message: 'This needs the wallet PIN: send walletPin, or pinToken from /auth/verify-wallet-pin.',
  },
  off_ramp_blocked: {
    kind: 'locked',
    message: 'The wallet PIN was reset a short while ago. Pay-outs open again when Retry-After has passed.',
    extraFields: { blockedUntil: TimestampSchema },
  },
  signature_invalid: {
    kind: 'unauthenticated',
    message:
      'The signature is not one of this address under the message that was issued to you. Ask for a new message.',
  },
  challenge_expired: {
    kind: 'gone',
    message: 'This message was used already or has expired. Ask for a new one.',
  },
  wallet_already_linked: {
    kind: 'conflict',
    message: 'This address belongs to an account already.',
  },
  too_many_wallets: {
    kind: 'conflict',
    message: 'You have linked as many wallets as one may. Unlink one first.',
  },
})
