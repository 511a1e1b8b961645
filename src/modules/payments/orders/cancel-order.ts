import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { callFor } from './call-for.ts'
import { moveOrder } from './move-order.ts'
import type { Order, OrderId } from './order.ts'
import { lockOrder } from './queries.ts'

/** Calls off an order that nobody has paid. Should the money have come all the same, the provider says so afterwards. */
export async function cancelOrder(
  tx: Tx,
  { id, userId, cause, now }: { id: OrderId; userId: UserId; cause: string; now: Date },
): Promise<Order> {
  const order = await lockOrder(tx, id)
  if (!order || order.userId !== userId) throw refusals.not_found()
  if (order.status !== 'PENDING_PAYMENT') throw errors.order_not_cancellable()
  const cancelled = await moveOrder(tx, order, 'CANCELLED', { cause, now })
  await callFor(tx, id, now)
  return cancelled
}
