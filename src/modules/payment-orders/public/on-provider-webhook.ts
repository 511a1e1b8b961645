import { isId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findOrder } from '../queries.ts'
import { scheduleOrderCheck } from '../schedule-order-check.ts'
import type { OrderId } from './order.ts'

interface WebhookOutcome {
  state: 'APPLIED' | 'IGNORED'
  note: string
  userId?: UserId
}

/** A provider says that something became of an order. It is not believed: the provider is asked. */
export async function onProviderWebhook(
  tx: Tx,
  { provider, orderId, now }: { provider: string; orderId: OrderId | undefined; now: Date },
): Promise<WebhookOutcome> {
  const order = orderId && isId(orderId) ? await findOrder(tx, orderId) : undefined
  if (!order || order.provider !== provider) return { state: 'IGNORED', note: 'about no order of ours' }
  const { id, userId, status, direction } = order
  // A payment may be given back after it was used; a pay-out that has arrived stays where it is.
  if (status === 'REFUNDED' || (status === 'COMPLETED' && direction === 'OFF_RAMP'))
    return { state: 'IGNORED', note: `the order is ${status} already`, userId }
  await scheduleOrderCheck(tx, id, now)
  return { state: 'APPLIED', note: 'the provider is asked', userId }
}
