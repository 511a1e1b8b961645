import type { OrderId } from '../../../events/payment-orders.ts'
import { isId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { applyExternalEvent } from '../apply-order-event.ts'
import { findOrder } from '../queries.ts'

interface WebhookOutcome {
  state: 'APPLIED' | 'IGNORED'
  note: string
  userId?: UserId
}

/** Schedules a poll of the order that a provider's webhook names. The content of the webhook is not trusted. */
export async function onProviderWebhook(
  tx: Tx,
  { provider, orderId, now }: { provider: string; orderId: OrderId | undefined; now: Date },
): Promise<WebhookOutcome> {
  const order = orderId && isId(orderId) ? await findOrder(tx, orderId) : undefined
  if (!order || order.provider !== provider) return { state: 'IGNORED', note: 'no order of this provider' }
  const { userId, status } = order
  const { poll } = await applyExternalEvent(tx, order, 'webhook_received', { now })
  return poll === 'now'
    ? { state: 'APPLIED', note: 'provider poll scheduled', userId }
    : { state: 'IGNORED', note: `the order is ${status}`, userId }
}
