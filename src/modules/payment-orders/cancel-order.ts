import type { OrderId } from '../../events/payment-orders.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { transitionOrder } from './apply-order-event.ts'
import { errors } from './errors.ts'
import type { Order } from './public/order.ts'
import { lockOrder } from './queries.ts'
import { scheduleOrderCheck } from './schedule-order-check.ts'

/** Cancels an unpaid order. The scheduled poll cancels it at the provider and finds a payment that arrived anyway. */
export async function cancelOrder(
  tx: Tx,
  { id, userId, cause, now }: { id: OrderId; userId: UserId; cause: string; now: Date },
): Promise<Order> {
  const order = await lockOrder(tx, id)
  if (!order || order.userId !== userId) throw commonErrors.not_found()
  if (order.status !== 'PENDING_PAYMENT') throw errors.order_not_cancellable()
  const cancelled = await transitionOrder(tx, order, 'CANCELLED', { cause, now })
  await scheduleOrderCheck(tx, id, now)
  return cancelled
}
