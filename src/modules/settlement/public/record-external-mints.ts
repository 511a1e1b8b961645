import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { SettledAsset } from '../batch.ts'
import { addSettled, shareLockSettlement } from '../queries.ts'

/**
 * For what the chain had before the books: rewards that somebody else minted are credited by whoever hears of them, and
 * noted here in the same transaction. Otherwise they would be owed to the chain a second time.
 */
export async function recordExternalMints(
  tx: Tx,
  minted: { userId: UserId; asset: SettledAsset; amount: bigint }[],
): Promise<void> {
  if (minted.length === 0) return
  await shareLockSettlement(tx)
  await addSettled(tx, minted)
}
