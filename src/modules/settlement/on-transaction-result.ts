import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { now } from '../../platform/clock.ts'
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
 * It is on chain: its users may be settled again. One that had failed and was tried again by hand has brought the chain
 * more than was reckoned with; that is noted, and the next batch sets it right.
 */
export async function confirmBatch(tx: Tx, { data }: ReturnType<typeof transactionConfirmed>): Promise<void> {
  if (data.kind !== SETTLEMENT_TRANSACTION_KIND) return
  const id = parseBatchReference(data.reference)
  const { transactionHash, blockNumber } = data
  const before = await updateBatchConfirmed(tx, id, { transactionHash, blockNumber, now: now() })
  if (before === 'OPEN') await updatePositionsSettled(tx, id)
  if (before !== 'FAILED') return
  await shareLockSettlement(tx)
  await updatePositionsReapplied(tx, id)
  await insertDueOfBatch(tx, id)
}

/** It will never be on chain: its users are owed again, each on their own, after a while. */
export async function revertBatch(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  if (data.kind !== SETTLEMENT_TRANSACTION_KIND) return
  const id = parseBatchReference(data.reference)
  const at = now()
  if (!(await updateBatchFailed(tx, id, { reason: data.reason, now: at }))) return
  // Who settles in this moment reckons with the batch, and would take away the rows that say otherwise.
  await shareLockSettlement(tx)
  const reverted = await updatePositionsReverted(tx, id)
  await insertDueOfBatch(tx, id)
  const asset = await findBatchAsset(tx, id)
  const retries = reverted.map(({ userId, failures }) => ({ userId, retryAt: nextAttemptAt(failures, at) }))
  await updateRetryAt(tx, asset!, retries)
  log.warn({ batchId: id, users: reverted.length, reason: data.reason }, 'settlement: a batch failed')
}
