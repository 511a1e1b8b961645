import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { assert } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { transitionOrder } from './apply-order-event.ts'
import { postTokenTransfer } from './ledger-postings.ts'
import { flagForReview } from './order-effects.ts'
import { CHAIN_KINDS, type Order, orderIdFromReference } from './public/order.ts'
import { lockOrder, releaseTokens, updateCollected, updateTransactionHash } from './queries.ts'
import { scheduleOrderCheck } from './schedule-order-check.ts'

const KINDS: readonly string[] = Object.values(CHAIN_KINDS)

export async function onTransactionConfirmed(
  tx: Tx,
  { data }: ReturnType<typeof transactionConfirmed>,
): Promise<void> {
  if (!KINDS.includes(data.kind)) return
  const order = await lockOrderOrThrow(tx, data.reference)
  const now = new Date(data.at)
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
    await transitionOrder(tx, order, 'REFUNDED', { cause: 'tokens returned', now })
  } else await flagForReview(tx, order, `${data.kind} was confirmed while the order is ${order.status}`)
}

export async function onTransactionFailed(
  tx: Tx,
  { data }: ReturnType<typeof transactionFailed>,
): Promise<void> {
  if (!KINDS.includes(data.kind)) return
  const order = await lockOrderOrThrow(tx, data.reference)
  const now = new Date(data.at)
  if (data.kind === CHAIN_KINDS.collect && order.status === 'PROCESSING' && !order.tokensCollectedAt) {
    await releaseTokens(tx, order.userId, order.tokenAmount)
    await postTokenTransfer(tx, order, 'returned', now)
    const failed = await transitionOrder(tx, order, 'FAILED', { cause: `not collected: ${data.reason}`, now })
    await transitionOrder(tx, failed, 'REFUNDED', { cause: 'the tokens never left the account', now })
  } else if (data.kind === CHAIN_KINDS.deliver && order.status === 'PROCESSING') {
    await postTokenTransfer(tx, order, 'undelivered', now)
    const failed = await transitionOrder(tx, order, 'FAILED', { cause: `not delivered: ${data.reason}`, now })
    await transitionOrder(tx, failed, 'REFUND_PENDING', { cause: 'refund of the payment', now })
    await scheduleOrderCheck(tx, order.id, now)
  } else await flagForReview(tx, order, `${data.kind} failed: ${data.reason}`)
}

async function lockOrderOrThrow(tx: Tx, reference: string): Promise<Order> {
  const order = await lockOrder(tx, orderIdFromReference(reference))
  assert(order, `no order has the chain reference ${reference}`)
  return order
}
