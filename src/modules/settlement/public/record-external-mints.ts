import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { SettledAsset } from '../batch.ts'
import { addSettled, shareLockSettlement } from '../queries.ts'

/**
 * Adds tokens that another system minted to the settled amounts. The caller credits the ledger in the same transaction;
 * without this call settlement would mint them a second time.
 */
export async function recordExternalMints(
  tx: Tx,
  minted: { userId: UserId; asset: SettledAsset; amount: bigint }[],
): Promise<void> {
  if (minted.length === 0) return
  await shareLockSettlement(tx)
  await addSettled(tx, minted)
}
