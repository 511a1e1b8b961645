import type { OrderStatus } from '../../events/payment-orders.ts'
import type { OrderEffect } from './order-effects.ts'
import type { Order } from './public/order.ts'

/** Everything that can happen to an order after its creation. */
export const ORDER_EVENTS = [
  // A poll found the payment of an on-ramp at the provider.
  'awaiting_payment',
  /** The provider has the payment and has not settled it. */
  'settling',
  /** The payment is ours, with the expected amount or with an amount that the provider does not report. */
  'settled',
  'settled_other_amount',
  'payment_failed',
  'payment_cancelled',
  'payment_expired',
  /** The provider refunds or has refunded the payment, or failed to. */
  'payment_returned',
  /** The provider has no such order. */
  'not_found',
  /** The same, but an unanswered request may still create it. */
  'not_found_yet',

  // A poll found the pay-out of an off-ramp.
  'payout_pending',
  'payout_sent',
  'payout_completed',
  'payout_failed',

  // A poll found or requested the refund of an on-ramp.
  'refund_pending',
  'refund_completed',
  'refund_impossible',

  // A poll had no such result.
  'request_refused',
  /** The provider refused a request for an order that it had accepted before. */
  'known_order_refused',
  /** An earlier request may still take effect, so no request was sent or its refusal does not count. */
  'request_outstanding',
  'no_answer',
  'not_polled',

  // Chain transactions ended.
  'tokens_delivered',
  'delivery_failed',
  'tokens_collected',
  'collection_failed',
  'tokens_returned',
  'return_failed',

  // The effect `deliver` credited the gems.
  'gems_credited',

  // The user, an operator or the provider's webhook acted.
  'cancelled',
  'accepted',
  'refund_ordered',
  /** The same for an order that was delivered. */
  'delivery_refund_ordered',
  'refunded_manually',
  'retried',
  'webhook_received',
] as const

export type OrderEvent = (typeof ORDER_EVENTS)[number]

/**
 * `now` schedules a poll. `later` and `stop` are for the poll that is running: it is repeated with a backoff, or ends.
 * Outside of a poll, `stop` removes a scheduled poll.
 */
export type NextPoll = 'now' | 'later' | 'stop' | 'unchanged'

/** A text for the history or the review note, from the detail of the event. */
export type Cause = string | ((detail: string, order: Order) => string)

export interface Outcome {
  /** The statuses that the order takes one after the other. A status without a cause has the cause of the outcome. */
  to?: readonly (OrderStatus | readonly [OrderStatus, Cause])[]
  /** What happens after that. */
  effects?: readonly OrderEffect[]
  /** The event that the effects cause. It is applied next, and its `poll` does not count. */
  next?: (order: Order) => OrderEvent | undefined
  poll: NextPoll
  /** Without it, the detail of the event is the cause. */
  cause?: Cause
}

export interface Rejection {
  reject: 'order_not_cancellable' | 'move_not_allowed'
}
