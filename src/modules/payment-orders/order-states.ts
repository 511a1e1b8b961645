import type { OrderStatus, PaymentDirection } from '../../events/payment-orders.ts'
import type { Order } from './public/order.ts'

/** A status, or COLLECTING: an off-ramp in PROCESSING whose tokens have not arrived at the treasury. */
export type OrderState = OrderStatus | 'COLLECTING'

export const INITIAL_STATUS: Record<PaymentDirection, OrderStatus> = {
  ON_RAMP: 'PENDING_PAYMENT',
  OFF_RAMP: 'PROCESSING',
}

export function stateOf(order: Pick<Order, 'direction' | 'status' | 'tokensCollectedAt'>): OrderState {
  const { direction, status, tokensCollectedAt } = order
  return direction === 'OFF_RAMP' && status === 'PROCESSING' && !tokensCollectedAt ? 'COLLECTING' : status
}

/**
 * True if the order needs no further action. Only a late payment or a refund can change it. An on-ramp that
 * stays FAILED was not paid; an off-ramp that failed still has to return the tokens. The function
 * `payment_order_is_closed` says the same in SQL.
 */
export function isClosed({ direction, status }: Pick<Order, 'direction' | 'status'>): boolean {
  const isFailedPurchase = direction === 'ON_RAMP' && status === 'FAILED'
  return isFailedPurchase || ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED'].includes(status)
}

/** True if the ledger account of the order contains its tokens. */
export function hasEscrowedTokens(order: Pick<Order, 'direction' | 'status' | 'asset'>): boolean {
  if (order.asset !== 'CHAIN_USDT') return false
  return order.direction === 'ON_RAMP' ? order.status === 'PROCESSING' : !isClosed(order)
}

/** True if the payment of an on-ramp was accepted for delivery. */
export function isPaymentAccepted({ direction, status }: Pick<Order, 'direction' | 'status'>): boolean {
  return direction === 'ON_RAMP' && (status === 'PROCESSING' || status === 'COMPLETED')
}
