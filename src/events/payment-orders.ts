import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export type OrderId = Id<'PaymentOrder'>

/** ON_RAMP: the user buys tokens or gems. OFF_RAMP: the user sells tokens. */
export const PAYMENT_DIRECTIONS = ['ON_RAMP', 'OFF_RAMP'] as const
export type PaymentDirection = (typeof PAYMENT_DIRECTIONS)[number]

export const ORDER_STATUSES = [
  'PENDING_PAYMENT',
  'PAYMENT_RECEIVED',
  'PROCESSING',
  'PAYOUT_SENT',
  'COMPLETED',
  'EXPIRED',
  'CANCELLED',
  'FAILED',
  'REFUND_PENDING',
  'REFUNDED',
  'UNDER_REVIEW',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Emitted when an order is created (`from` is null) and when its status changes. */
export const orderStatusChanged = defineEvent<{
  userId: UserId
  orderId: OrderId
  direction: PaymentDirection
  from: OrderStatus | null
  status: OrderStatus
  /** Decimal text: the amount that the user pays (ON_RAMP) or receives (OFF_RAMP). */
  fiatAmount: string
  fiatCurrency: string
  cause: string
  at: string
}>('payment_orders.order_status_changed')
