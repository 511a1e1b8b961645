import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { enqueueTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { getUserBalances } from '../rewards/list-user-balances.ts'
import { listWalletAddresses } from '../wallet/accounts/list-wallet-addresses.ts'
import { batchReference, isDue, KIND, planBatches, type SettledAsset, TOKEN_UNIT } from './batch.ts'
import { insertBatches, listPositions, lockSettling, type NewBatch } from './queries.ts'

/**
 * Owes the chain what the books of these users say and it does not have yet. That it is owed, how far it brings each
 * of them, and the transaction itself are written at once: whatever dies afterwards, the relayer does it once.
 */
export async function settleUsers(
  tx: Tx,
  { asset, userIds, now }: { asset: SettledAsset; userIds: UserId[]; now: Date },
): Promise<{ batches: number }> {
  await lockSettling(tx)
  const [balances, positions, addresses] = await Promise.all([
    getUserBalances(tx, { asset, userIds }),
    listPositions(tx, asset, userIds),
    listWalletAddresses(tx, userIds),
  ])
  const positionOf = new Map(positions.map((position) => [position.userId, position]))
  const due = balances.flatMap(({ userId, balance, lastTransferId }) => {
    const position = positionOf.get(userId)
    const address = addresses.get(userId)
    if (!address || !isDue(balance, position, now)) return []
    const change = balance - (position?.settled ?? 0n)
    const direction = change > 0n ? ('MINT' as const) : ('BURN' as const)
    const amount = change > 0n ? change : -change
    const isAlone = (position?.failures ?? 0) > 0
    return [{ userId, address, amount, balance, lastTransferId, direction, isAlone }]
  })
  const batches = planBatches(due).map((batch) => ({ ...batch, id: newId<'SettlementBatch'>() }))
  if (batches.length > 0) await insertBatches(tx, asset, batches, now)
  await Promise.all(batches.map((batch) => oweToChain(tx, asset, batch)))
  return { batches: batches.length }
}

async function oweToChain(tx: Tx, asset: SettledAsset, { id, direction, lines }: NewBatch): Promise<void> {
  const reference = batchReference(id)
  const transaction = {
    reference,
    kind: KIND,
    functionName: direction === 'MINT' ? ('mintBatch' as const) : ('burnBatch' as const),
    args: [
      referenceHash(reference),
      lines.map(({ address }) => address),
      lines.map(({ amount }) => amount * TOKEN_UNIT),
    ] as const,
  }
  if (asset === 'XP') await enqueueTransaction(tx, { ...transaction, contract: XpToken })
  else await enqueueTransaction(tx, { ...transaction, contract: GemToken })
}
