import type { OrderId } from '../../events/payment-orders.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { applyExternalEvent } from './apply-order-event.ts'
import type { Order } from './public/order.ts'
import { lockOrder } from './queries.ts'

/** Cancels an unpaid order. The scheduled poll cancels it at the provider and finds a payment that arrived anyway. */
export async function cancelOrder(
  tx: Tx,
  { id, userId, cause, now }: { id: OrderId; userId: UserId; cause: string; now: Date },
): Promise<Order> {
  const order = await lockOrder(tx, id)
  if (!order || order.userId !== userId) throw commonErrors.not_found()
  const { order: cancelled } = await applyExternalEvent(tx, order, 'cancelled', { detail: cause, now })
  return cancelled
}
