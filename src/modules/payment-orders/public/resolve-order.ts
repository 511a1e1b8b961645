import type { OrderId } from '../../../events/payment-orders.ts'
import { retryTransaction } from '../../../platform/chain/relayer/enqueue-transaction.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { transitionOrder } from '../apply-order-event.ts'
import { errors } from '../errors.ts'
import { deliverOrder } from '../order-effects.ts'
import { lockOrder, updateNextPollAt } from '../queries.ts'
import { scheduleOrderCheck } from '../schedule-order-check.ts'
import { chainReference, type Order } from './order.ts'

interface Decision {
  orderId: OrderId
  /** The operator, for the history. */
  by: string
  now: Date
}

/** Applies an operator's decision about an order under review: deliver it, or refund the payment. */
export async function resolveReview(
  tx: Tx,
  { orderId, by, now, decision }: Decision & { decision: 'ACCEPT' | 'REFUND' },
): Promise<void> {
  const order = await lockOrderOrThrow(tx, orderId)
  if (order.status !== 'UNDER_REVIEW') throw errors.move_not_allowed()
  if (decision === 'ACCEPT') return deliverOrder(tx, order, `accepted by ${by}`, now)
  await transitionOrder(tx, order, 'REFUND_PENDING', { cause: `refund ordered by ${by}`, now })
  await scheduleOrderCheck(tx, orderId, now)
}

/** Schedules a provider poll now, or retries the failed transaction that returns tokens. */
export async function retryOrder(tx: Tx, { orderId, now }: Decision): Promise<void> {
  const order = await lockOrderOrThrow(tx, orderId)
  if (order.direction === 'OFF_RAMP' && order.status === 'FAILED') {
    if (!(await retryTransaction(tx, chainReference(orderId, 'returnTokens'))))
      throw errors.move_not_allowed()
    return
  }
  const isPollable =
    ['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'REFUND_PENDING', 'PAYOUT_SENT'].includes(order.status) ||
    (order.status === 'PROCESSING' && order.tokensCollectedAt !== null)
  if (!isPollable) throw errors.move_not_allowed()
  await scheduleOrderCheck(tx, orderId, now)
}

/** Records that an operator refunded the payment without the provider. */
export async function markRefunded(tx: Tx, { orderId, by, now }: Decision): Promise<void> {
  const order = await lockOrderOrThrow(tx, orderId)
  if (order.status !== 'REFUND_PENDING') throw errors.move_not_allowed()
  await transitionOrder(tx, order, 'REFUNDED', { cause: `refunded manually by ${by}`, now })
  await updateNextPollAt(tx, orderId, null)
}

async function lockOrderOrThrow(tx: Tx, id: OrderId): Promise<Order> {
  const order = await lockOrder(tx, id)
  if (!order) throw commonErrors.not_found()
  return order
}
