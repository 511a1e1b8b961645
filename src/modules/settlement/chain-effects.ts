import type {
  ChainEffects,
  ConfirmedTransaction,
  FailedTransaction,
} from '../../platform/chain/relayer/chain-effects.ts'
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

export const settlementChainEffects: ChainEffects = {
  [SETTLEMENT_TRANSACTION_KIND]: { confirmed: confirmBatch, failed: revertBatch },
}

/**
 * Closes a confirmed batch, so that its users can be settled again. If an operator retried a failed batch, the positions
 * were already reverted: applies the batch again and makes its users due, and the next batch corrects the difference.
 */
async function confirmBatch(tx: Tx, transaction: ConfirmedTransaction, now: Date): Promise<void> {
  const { reference, transactionHash, blockNumber } = transaction
  const id = parseBatchReference(reference)
  const before = await updateBatchConfirmed(tx, id, { transactionHash, blockNumber, now })
  if (before === 'OPEN') await updatePositionsSettled(tx, id)
  if (before !== 'FAILED') return
  await shareLockSettlement(tx)
  await updatePositionsReapplied(tx, id)
  await insertDueOfBatch(tx, id)
}

/** Reverts the positions of a failed batch and makes its users due again, each in a separate batch after a delay. */
async function revertBatch(tx: Tx, { reference, reason }: FailedTransaction, now: Date): Promise<undefined> {
  const id = parseBatchReference(reference)
  if (!(await updateBatchFailed(tx, id, { reason, now }))) return
  // A concurrent settlement still counts this batch and could delete the due rows, so take the shared lock first.
  await shareLockSettlement(tx)
  const reverted = await updatePositionsReverted(tx, id)
  await insertDueOfBatch(tx, id)
  const asset = await findBatchAsset(tx, id)
  const retries = reverted.map(({ userId, failures }) => ({ userId, retryAt: nextAttemptAt(failures, now) }))
  await updateRetryAt(tx, asset!, retries)
  log.warn({ batchId: id, users: reverted.length, reason }, 'settlement: batch failed')
}
