import { isId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { callFor } from '../orders/call-for.ts'
import type { OrderId } from '../orders/order.ts'
import { findOrder } from '../orders/queries.ts'

interface Heard {
  state: 'APPLIED' | 'IGNORED'
  note: string
  userId?: UserId
}

/** A provider says that something became of an order. It is not believed: the provider is asked. */
export async function hearProvider(
  tx: Tx,
  { provider, orderId, now }: { provider: string; orderId: OrderId | undefined; now: Date },
): Promise<Heard> {
  const order = orderId && isId(orderId) ? await findOrder(tx, orderId) : undefined
  if (!order || order.provider !== provider) return { state: 'IGNORED', note: 'about no order of ours' }
  const { id, userId, status, direction } = order
  // A payment may be given back after it was used; a pay-out that has arrived stays where it is.
  if (status === 'REFUNDED' || (status === 'COMPLETED' && direction === 'OFF_RAMP'))
    return { state: 'IGNORED', note: `the order is ${status} already`, userId }
  await callFor(tx, id, now)
  return { state: 'APPLIED', note: 'the provider is asked', userId }
}
