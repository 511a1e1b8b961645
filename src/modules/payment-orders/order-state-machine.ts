import type { OrderStatus, PaymentDirection } from '../../events/payment-orders.ts'

type Transitions = Partial<Record<OrderStatus, readonly OrderStatus[]>>

/**
 * All allowed transitions. An operator reviews a payment that arrives after its order was closed or with another amount.
 * COMPLETED and REFUNDED are final.
 */
export const TRANSITIONS: Record<PaymentDirection, Transitions> = {
  ON_RAMP: {
    PENDING_PAYMENT: ['PAYMENT_RECEIVED', 'EXPIRED', 'CANCELLED', 'FAILED', 'UNDER_REVIEW'],
    PAYMENT_RECEIVED: ['PROCESSING', 'UNDER_REVIEW'],
    PROCESSING: ['COMPLETED', 'FAILED'],
    FAILED: ['REFUND_PENDING', 'UNDER_REVIEW'],
    REFUND_PENDING: ['REFUNDED'],
    UNDER_REVIEW: ['PAYMENT_RECEIVED', 'REFUND_PENDING'],
    EXPIRED: ['UNDER_REVIEW'],
    CANCELLED: ['UNDER_REVIEW'],
  },
  OFF_RAMP: {
    PROCESSING: ['PAYOUT_SENT', 'COMPLETED', 'FAILED'],
    PAYOUT_SENT: ['COMPLETED', 'FAILED'],
    FAILED: ['REFUNDED'],
  },
}

export const INITIAL_STATUS: Record<PaymentDirection, OrderStatus> = {
  ON_RAMP: 'PENDING_PAYMENT',
  OFF_RAMP: 'PROCESSING',
}

export function canTransition(direction: PaymentDirection, from: OrderStatus, to: OrderStatus): boolean {
  return TRANSITIONS[direction][from]?.includes(to) ?? false
}
