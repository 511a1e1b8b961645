import type { OrderId } from '../../../events/payment-orders.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { applyExternalEvent } from '../apply-order-event.ts'
import type { OrderEvent } from '../order-events.ts'
import { lockOrder } from '../queries.ts'

interface Decision {
  orderId: OrderId
  /** The operator, for the history. */
  by: string
  now: Date
}

/** Delivers an order under review although its payment differs from the quote. */
export function acceptPayment(tx: Tx, decision: Decision): Promise<void> {
  return decide(tx, 'accepted', decision)
}

/** Schedules a provider poll now, or retries the failed transaction that returns tokens. */
export function retryOrder(tx: Tx, decision: Decision): Promise<void> {
  return decide(tx, 'retried', decision)
}

/** Records that an operator refunded the payment without the provider. */
export function markRefunded(tx: Tx, decision: Decision): Promise<void> {
  return decide(tx, 'refunded_manually', decision)
}

async function decide(tx: Tx, event: OrderEvent, { orderId, by, now }: Decision): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw commonErrors.not_found()
  await applyExternalEvent(tx, order, event, { detail: by, now })
}
