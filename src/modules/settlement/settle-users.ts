import type { Address } from 'viem'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { enqueueTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { getUserBalances } from '../rewards/balances/list-user-balances.ts'
import { listWalletAddresses } from '../wallet/accounts/list-wallet-addresses.ts'
import { batchReference, isDue, KIND, planBatches, type SettledAsset, TOKEN_UNIT } from './batch.ts'
import { deleteDue, insertBatches, listPositions, lockSettling, type NewBatch } from './queries.ts'

interface SettleUsers {
  asset: SettledAsset
  userIds: UserId[]
  /** Otherwise than usual; the benchmark asks what batches are good for. */
  usersABatch?: number | undefined
  now: Date
}

/**
 * Owes the chain what the books of these users say and it does not have yet. That it is owed, how far it brings each
 * of them, and the transaction itself are written at once: whatever dies afterwards, the relayer does it once. Whoever is
 * brought to what the books say is not due any more until they move again.
 */
export async function settleUsers(
  tx: Tx,
  { asset, userIds, usersABatch, now }: SettleUsers,
): Promise<{ batches: number }> {
  await lockSettling(tx)
  const [balances, positions, addresses] = await Promise.all([
    getUserBalances(tx, { asset, userIds }),
    listPositions(tx, asset, userIds),
    listWalletAddresses(tx, userIds),
  ])
  const positionOf = new Map(positions.map((position) => [position.userId, position]))
  const agreed: UserId[] = []
  const due = balances.flatMap(({ userId, balance, lastTransferId }) => {
    const position = positionOf.get(userId)
    const address = addresses.get(userId)
    const change = balance - (position?.settled ?? 0n)
    if (change === 0n) agreed.push(userId)
    if (!address || !isDue(balance, position, now)) return []
    agreed.push(userId)
    const direction = change > 0n ? ('MINT' as const) : ('BURN' as const)
    const amount = change > 0n ? change : -change
    const isAlone = (position?.failures ?? 0) > 0
    return [{ userId, address, amount, balance, lastTransferId, direction, isAlone }]
  })
  const batches = planBatches(due, usersABatch).map((batch) => ({ ...batch, id: newId<'SettlementBatch'>() }))
  if (batches.length > 0) await insertBatches(tx, asset, batches, now)
  await Promise.all([deleteDue(tx, asset, agreed), ...batches.map((batch) => oweToChain(tx, asset, batch))])
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
      // In lower case, where there is no checksum to be reckoned for each.
      lines.map(({ address }) => address.toLowerCase() as Address),
      lines.map(({ amount }) => amount * TOKEN_UNIT),
    ] as const,
  }
  if (asset === 'XP') await enqueueTransaction(tx, { ...transaction, contract: XpToken })
  else await enqueueTransaction(tx, { ...transaction, contract: GemToken })
}
