import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { now as clock } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { transitionOrder } from './apply-order-event.ts'
import { postTokenTransfer } from './ledger-postings.ts'
import { CHAIN_KINDS, type Order, orderIdFromReference } from './public/order.ts'
import { lockOrder, updateCollected, updateReviewNote, updateTransactionHash } from './queries.ts'
import { scheduleOrderCheck } from './schedule-order-check.ts'
import { releaseTokens } from './token-reservations/queries.ts'

const KINDS: readonly string[] = Object.values(CHAIN_KINDS)

/** What the chain did for an order is done. */
export async function onTransactionConfirmed(
  tx: Tx,
  { data }: ReturnType<typeof transactionConfirmed>,
): Promise<void> {
  if (!KINDS.includes(data.kind)) return
  const order = await lockOrderOrThrow(tx, data.reference)
  const now = clock()
  const { transactionHash } = data
  if (data.kind === CHAIN_KINDS.collect && order.status === 'PROCESSING') {
    await releaseTokens(tx, order.userId, order.tokenAmount)
    await updateCollected(tx, { id: order.id, transactionHash, now })
    await scheduleOrderCheck(tx, order.id, now)
  } else if (data.kind === CHAIN_KINDS.deliver && order.status === 'PROCESSING') {
    await updateTransactionHash(tx, order.id, transactionHash)
    await postTokenTransfer(tx, order, 'delivered', now)
    await transitionOrder(tx, order, 'COMPLETED', { cause: 'tokens delivered', now })
  } else if (data.kind === CHAIN_KINDS.returnTokens && order.status === 'FAILED') {
    await postTokenTransfer(tx, order, 'returned', now)
    await transitionOrder(tx, order, 'REFUNDED', { cause: 'tokens given back', now })
  } else await flagForReview(tx, order, `${data.kind} was confirmed while the order is ${order.status}`)
}

/** It will not happen on the chain. */
export async function onTransactionFailed(
  tx: Tx,
  { data }: ReturnType<typeof transactionFailed>,
): Promise<void> {
  if (!KINDS.includes(data.kind)) return
  const order = await lockOrderOrThrow(tx, data.reference)
  const now = clock()
  if (data.kind === CHAIN_KINDS.collect && order.status === 'PROCESSING' && !order.collectedAt) {
    // Nothing has left the user's account, so nothing has to go back to it.
    await releaseTokens(tx, order.userId, order.tokenAmount)
    await postTokenTransfer(tx, order, 'returned', now)
    const failed = await transitionOrder(tx, order, 'FAILED', { cause: `not collected: ${data.reason}`, now })
    await transitionOrder(tx, failed, 'REFUNDED', { cause: 'the tokens never left the account', now })
  } else if (data.kind === CHAIN_KINDS.deliver && order.status === 'PROCESSING') {
    await postTokenTransfer(tx, order, 'undelivered', now)
    const failed = await transitionOrder(tx, order, 'FAILED', { cause: `not delivered: ${data.reason}`, now })
    await transitionOrder(tx, failed, 'REFUND_PENDING', { cause: 'the payment is given back', now })
    await scheduleOrderCheck(tx, order.id, now)
  } else await flagForReview(tx, order, `${data.kind} failed: ${data.reason}`)
}

async function lockOrderOrThrow(tx: Tx, reference: string): Promise<Order> {
  const order = await lockOrder(tx, orderIdFromReference(reference))
  assert(order, `${reference} is of no order`)
  return order
}

async function flagForReview(tx: Tx, { id }: Order, attention: string): Promise<void> {
  log.error({ orderId: id, attention }, 'payments: an order needs a person')
  await updateReviewNote(tx, id, attention)
}
