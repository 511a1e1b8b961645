import type { Address } from 'viem'
import { GemToken } from '../../../contracts/artifacts/GemToken.ts'
import { XpToken } from '../../../contracts/artifacts/XpToken.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { enqueueTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserBalances } from '../ledger/public/list-balances.ts'
import { listWalletAddresses } from '../wallet/public/wallet-addresses.ts'
import {
  batchReference,
  isDue,
  planBatches,
  SETTLEMENT_TRANSACTION_KIND,
  type SettledAsset,
  TOKEN_UNIT,
} from './batch.ts'
import { deleteDue, insertBatches, listPositions, lockSettlement, type NewBatch } from './queries.ts'

interface SettleUsers {
  asset: SettledAsset
  userIds: UserId[]
  /** Only the benchmark sets it. */
  usersPerBatch?: number | undefined
  now: Date
}

/**
 * Compares ledger balances with settled balances and enqueues one mint or burn transaction per batch. Batches,
 * positions and transactions commit together; the relayer sends each transaction once.
 */
export async function settleUsers(
  tx: Tx,
  { asset, userIds, usersPerBatch, now }: SettleUsers,
): Promise<{ batches: number }> {
  await lockSettlement(tx)
  const [balances, positions, addresses] = await Promise.all([
    getUserBalances(tx, { asset, userIds }),
    listPositions(tx, asset, userIds),
    listWalletAddresses(tx, userIds),
  ])
  const positionOf = new Map(positions.map((position) => [position.userId, position]))
  const settledUserIds: UserId[] = []
  const due = balances.flatMap(({ userId, balance, lastTransferId }) => {
    const position = positionOf.get(userId)
    const address = addresses.get(userId)
    const change = balance - (position?.settled ?? 0n)
    if (change === 0n) settledUserIds.push(userId)
    if (!address || !isDue(balance, position, now)) return []
    settledUserIds.push(userId)
    const direction = change > 0n ? ('MINT' as const) : ('BURN' as const)
    const amount = change > 0n ? change : -change
    const isIsolated = (position?.failures ?? 0) > 0
    return [{ userId, address, amount, balance, lastTransferId, direction, isIsolated }]
  })
  const batches = planBatches(due, usersPerBatch).map((batch) => ({
    ...batch,
    id: newId<'SettlementBatch'>(),
  }))
  if (batches.length > 0) await insertBatches(tx, asset, batches, now)
  await Promise.all([
    deleteDue(tx, asset, settledUserIds),
    ...batches.map((batch) => enqueueBatchTransaction(tx, asset, batch)),
  ])
  return { batches: batches.length }
}

async function enqueueBatchTransaction(
  tx: Tx,
  asset: SettledAsset,
  { id, direction, lines }: NewBatch,
): Promise<void> {
  const reference = batchReference(id)
  const transaction = {
    reference,
    kind: SETTLEMENT_TRANSACTION_KIND,
    functionName: direction === 'MINT' ? ('mintBatch' as const) : ('burnBatch' as const),
    args: [
      referenceHash(reference),
      // Lower case, so that viem computes no checksum for each address.
      lines.map(({ address }) => address.toLowerCase() as Address),
      lines.map(({ amount }) => amount * TOKEN_UNIT),
    ] as const,
  }
  if (asset === 'XP') await enqueueTransaction(tx, { ...transaction, contract: XpToken })
  else await enqueueTransaction(tx, { ...transaction, contract: GemToken })
}
