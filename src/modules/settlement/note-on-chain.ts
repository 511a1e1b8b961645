import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import type { SettledAsset } from './batch.ts'
import { addSettled, lockSettlingShared } from './queries.ts'

/**
 * For what the chain had before the books: a reward that somebody else minted is credited by whoever hears of it, and
 * noted here in the same transaction. Otherwise it would be owed to the chain a second time.
 */
export async function noteOnChain(
  tx: Tx,
  { userId, asset, amount }: { userId: UserId; asset: SettledAsset; amount: bigint },
): Promise<void> {
  await lockSettlingShared(tx)
  await addSettled(tx, { userId, asset, amount })
}
