import type { Caller } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { checkPin } from '../pin/check-pin.ts'
import { consumePinToken } from './pin-token.ts'

interface RequirePin {
  caller: Caller
  walletPin?: string | undefined
  pinToken?: string | undefined
  now: Date
}

/**
 * Requires the PIN or a valid PIN token. Call it before any other write: a wrong PIN commits the transaction, so that the
 * attempt stays counted.
 */
export async function requirePin(tx: Tx, { caller, walletPin, pinToken, now }: RequirePin): Promise<void> {
  if (pinToken !== undefined && (await consumePinToken(tx, caller, pinToken, now))) return
  if (walletPin !== undefined) return checkPin(tx, { userId: caller.userId, pin: walletPin, now })
  throw pinToken === undefined
    ? errors.pin_required()
    : errors.pin_required({
        message: 'The PIN token was used, has expired, or belongs to another session. Verify the PIN again.',
      })
}
