import { type OrderStatus, orderStatusChanged } from '../../events/payment-orders.ts'
import { assert } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { formatAmount } from '../payment-providers/public/amount.ts'
import { canTransition } from './order-state-machine.ts'
import type { Order } from './public/order.ts'
import { insertTransition, updateStatus } from './queries.ts'
import { netPayout } from './quotes/quote-pricing.ts'

/** Changes the status if the table of transitions allows it, stores the transition and emits it. */
export async function transitionOrder(
  tx: Tx,
  order: Order,
  to: OrderStatus,
  { cause, now }: { cause: string; now: Date },
): Promise<Order> {
  const { id, direction, status: from } = order
  assert(canTransition(direction, from, to), `${direction} order ${id} cannot go from ${from} to ${to}`)
  assert(await updateStatus(tx, { id, from, to, now }), `order ${id} is no longer ${from}`)
  const updated = { ...order, status: to, updatedAt: now, pollAttempts: 0 }
  await recordTransition(tx, updated, { from, cause, now })
  return updated
}

/** Stores and emits how the order reached its current status. */
export async function recordTransition(
  tx: Tx,
  order: Order,
  { from, cause, now }: { from: OrderStatus | null; cause: string; now: Date },
): Promise<void> {
  const { id, userId, direction, status, fiatCurrency } = order
  await insertTransition(tx, { id: newId(), orderId: id, from, to: status, cause, now })
  const amount = direction === 'ON_RAMP' ? order.fiatAmount : netPayout(order)
  tx.emit(
    orderStatusChanged({
      userId,
      orderId: id,
      direction,
      from,
      status,
      fiatAmount: formatAmount(amount, fiatCurrency),
      fiatCurrency,
      cause,
      at: now.toISOString(),
    }),
  )
}
