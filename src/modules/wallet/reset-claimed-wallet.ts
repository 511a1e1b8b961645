import { addMs, SECOND_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import { erasePersonalData } from './personal-data.ts'
import { updateOffRampBlockedUntil } from './pin/queries.ts'

/**
 * Deletes PIN, PIN tokens and linked wallets after an account was claimed, and blocks off-ramp orders as after a PIN
 * reset, so that a stolen mailbox gives no immediate access to funds.
 */
export function resetClaimedWallet(
  offRampBlockSeconds: number,
): EventHandler<{ userId: UserId; at: string }> {
  return async (tx, event) => {
    await erasePersonalData(tx, event)
    const { userId, at } = event.data
    await updateOffRampBlockedUntil(tx, userId, addMs(new Date(at), offRampBlockSeconds * SECOND_MS))
  }
}
