import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { now } from '../../platform/clock.ts'
import { log } from '../../platform/log.ts'
import { nextTry } from '../../platform/next-try.ts'
import type { Tx } from '../../platform/tx.ts'
import { batchIn, KIND } from './batch.ts'
import {
  findBatchAsset,
  insertDueOfBatch,
  lockSettlingShared,
  updateBatchConfirmed,
  updateBatchFailed,
  updateNotBefore,
  updatePositionsRedone,
  updatePositionsSettled,
  updatePositionsUndone,
} from './queries.ts'

/**
 * It is on chain: its users may be settled again. One that had failed and was tried again by hand has brought the chain
 * more than was reckoned with; that is noted, and the next batch sets it right.
 */
export async function confirmBatch(tx: Tx, { data }: ReturnType<typeof transactionConfirmed>): Promise<void> {
  if (data.kind !== KIND) return
  const id = batchIn(data.reference)
  const { transactionHash, blockNumber } = data
  const before = await updateBatchConfirmed(tx, id, { transactionHash, blockNumber, now: now() })
  if (before === 'OPEN') await updatePositionsSettled(tx, id)
  if (before !== 'FAILED') return
  await lockSettlingShared(tx)
  await updatePositionsRedone(tx, id)
  await insertDueOfBatch(tx, id)
}

/** It will never be on chain: its users are owed again, each on their own, after a while. */
export async function undoBatch(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  if (data.kind !== KIND) return
  const id = batchIn(data.reference)
  const at = now()
  if (!(await updateBatchFailed(tx, id, { reason: data.reason, now: at }))) return
  // Who settles in this moment reckons with the batch, and would take away the rows that say otherwise.
  await lockSettlingShared(tx)
  const undone = await updatePositionsUndone(tx, id)
  await insertDueOfBatch(tx, id)
  const asset = await findBatchAsset(tx, id)
  const tries = undone.map(({ userId, failures }) => ({ userId, notBefore: nextTry(failures, at) }))
  await updateNotBefore(tx, asset!, tries)
  log.warn({ batchId: id, users: undone.length, reason: data.reason }, 'settlement: a batch failed')
}
