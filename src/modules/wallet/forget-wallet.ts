import { later, SECOND_MS } from '../../platform/clock.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { deleteLinks } from './links/queries.ts'
import { deletePin, deletePinTokens, updateOffRampBlocked } from './pin/queries.ts'

/**
 * The PIN, its tokens and the addresses that somebody brought along: what a stranger set up before the owner of the
 * address came, or what a farewell erases. The wallet itself stays, without a name, as the books do: it holds what
 * the chain was told, and value that is still under way must arrive.
 */
export async function forgetProofs(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await deletePinTokens(tx, data.userId)
  await deletePin(tx, data.userId)
  await deleteLinks(tx, data.userId)
}

/**
 * Makes the reaction to a new owner. They may set a PIN without knowing the old one, as after a reset by mail, so
 * pay-outs rest as they do then: who has taken a mailbox over gets no sooner at what is in the wallet by this way.
 */
export function startWalletAnew(offRampBlockSeconds: number): NowReaction<{ userId: UserId; at: string }> {
  return async (tx, fact) => {
    await forgetProofs(tx, fact)
    const { userId, at } = fact.data
    await updateOffRampBlocked(tx, userId, later(new Date(at), offRampBlockSeconds * SECOND_MS))
  }
}
