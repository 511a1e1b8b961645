import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { deleteLinks } from './links/queries.ts'
import { deletePin, deletePinTokens } from './pin/queries.ts'

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
