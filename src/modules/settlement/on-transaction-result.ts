import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { nextAttemptAt } from '../../platform/concurrency/backoff.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { parseBatchReference, SETTLEMENT_TRANSACTION_KIND } from './batch.ts'
import {
  findBatchAsset,
  insertDueOfBatch,
  shareLockSettlement,
  updateBatchConfirmed,
  updateBatchFailed,
  updatePositionsReapplied,
  updatePositionsReverted,
  updatePositionsSettled,
  updateRetryAt,
} from './queries.ts'

/**
 * Closes a confirmed batch, so that its users can be settled again. If an operator retried a failed batch, the positions
 * were already reverted: applies the batch again and makes its users due, and the next batch corrects the difference.
 */
export async function confirmBatch(tx: Tx, { data }: ReturnType<typeof transactionConfirmed>): Promise<void> {
  if (data.kind !== SETTLEMENT_TRANSACTION_KIND) return
  const id = parseBatchReference(data.reference)
  const { transactionHash, blockNumber } = data
  const before = await updateBatchConfirmed(tx, id, { transactionHash, blockNumber, now: new Date(data.at) })
  if (before === 'OPEN') await updatePositionsSettled(tx, id)
  if (before !== 'FAILED') return
  await shareLockSettlement(tx)
  await updatePositionsReapplied(tx, id)
  await insertDueOfBatch(tx, id)
}

/** Reverts the positions of a failed batch and makes its users due again, each in a separate batch after a delay. */
export async function revertBatch(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  if (data.kind !== SETTLEMENT_TRANSACTION_KIND) return
  const id = parseBatchReference(data.reference)
  const at = new Date(data.at)
  if (!(await updateBatchFailed(tx, id, { reason: data.reason, now: at }))) return
  // A concurrent settlement still counts this batch and could delete the due rows, so take the shared lock first.
  await shareLockSettlement(tx)
  const reverted = await updatePositionsReverted(tx, id)
  await insertDueOfBatch(tx, id)
  const asset = await findBatchAsset(tx, id)
  const retries = reverted.map(({ userId, failures }) => ({ userId, retryAt: nextAttemptAt(failures, at) }))
  await updateRetryAt(tx, asset!, retries)
  log.warn({ batchId: id, users: reverted.length, reason: data.reason }, 'settlement: batch failed')
}
