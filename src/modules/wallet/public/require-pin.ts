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
 * Opens a sensitive operation by the PIN, or by the token that a right PIN has given. Called before anything else is
 * written: a wrong PIN commits the transaction, so that it stays counted.
 */
export async function requirePin(tx: Tx, { caller, walletPin, pinToken, now }: RequirePin): Promise<void> {
  if (pinToken !== undefined && (await consumePinToken(tx, caller, pinToken, now))) return
  if (walletPin !== undefined) return checkPin(tx, { userId: caller.userId, pin: walletPin, now })
  throw pinToken === undefined
    ? errors.pin_required()
    : errors.pin_required({
        message: 'The PIN token was used, has expired, or is not of this session. Verify the PIN again.',
      })
}
