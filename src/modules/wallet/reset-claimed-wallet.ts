import { addMs, SECOND_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { EventHandler } from '../../platform/transaction/reactions.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteLinks } from './links/queries.ts'
import { deletePin, deletePinTokens, updateOffRampBlockedUntil } from './pin/queries.ts'

/**
 * The PIN, its tokens and the addresses that somebody brought along: what a stranger set up before the owner of the
 * address came, or what a farewell erases. The wallet itself stays, without a name, as the books do: it holds what
 * the chain was told, and value that is still under way must arrive.
 */
export async function eraseWalletData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deletePinTokens(tx, data.userId)
  await deletePin(tx, data.userId)
  await deleteLinks(tx, data.userId)
}

/**
 * Deletes PIN, PIN tokens and linked wallets after an account was claimed, and blocks off-ramp orders as after a PIN
 * reset, so that a stolen mailbox gives no immediate access to funds.
 */
export function resetClaimedWallet(
  offRampBlockSeconds: number,
): EventHandler<{ userId: UserId; at: string }> {
  return async (tx, event) => {
    await eraseWalletData(tx, event)
    const { userId, at } = event.data
    await updateOffRampBlockedUntil(tx, userId, addMs(new Date(at), offRampBlockSeconds * SECOND_MS))
  }
}
