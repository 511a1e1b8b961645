import type { PaymentDirection } from '../../events/payment-orders.ts'
import type { Cause, OrderEvent, Outcome, Rejection } from './order-events.ts'
import { type OrderState, stateOf } from './order-states.ts'
import { CHAIN_KINDS, type Order } from './public/order.ts'
import { netPayout } from './quotes/quote-pricing.ts'

type Outcomes = Partial<Record<OrderEvent, Outcome | Rejection>>

const STOP: Outcome = { poll: 'stop' }
const LATER: Outcome = { poll: 'later' }
const NOW: Outcome = { poll: 'now' }
const UNCHANGED: Outcome = { poll: 'unchanged' }
const NOT_ALLOWED: Rejection = { reject: 'move_not_allowed' }

/** A chain transaction ended in a state that does not expect it: an operator must look at the order. */
function unexpectedlyConfirmed(kind: string): Outcome {
  return {
    effects: ['flag'],
    poll: 'unchanged',
    cause: (_, { status }) => `${kind} was confirmed while the order is ${status}`,
  }
}
function unexpectedlyFailed(kind: string): Outcome {
  return { effects: ['flag'], poll: 'unchanged', cause: (reason) => `${kind} failed: ${reason}` }
}

const REFUSED: Outcome = {
  effects: ['note'],
  poll: 'later',
  cause: (reason) => `the provider refused: ${reason}`,
}

/** What an event does in every state that has no entry for it in `TRANSITIONS`. */
const DEFAULTS: Record<OrderEvent, Outcome | Rejection> = {
  awaiting_payment: LATER,
  settling: LATER,
  settled: STOP,
  settled_other_amount: STOP,
  payment_failed: STOP,
  payment_cancelled: STOP,
  payment_expired: STOP,
  payment_returned: STOP,
  not_found: STOP,
  not_found_yet: LATER,
  payout_pending: STOP,
  payout_sent: STOP,
  // The user would have both the money and the tokens.
  payout_completed: {
    effects: ['flag'],
    poll: 'stop',
    cause: 'the provider reports a completed pay-out',
  },
  payout_failed: STOP,
  refund_pending: STOP,
  refund_completed: STOP,
  refund_impossible: STOP,
  request_refused: REFUSED,
  known_order_refused: REFUSED,
  request_outstanding: LATER,
  no_answer: {
    effects: ['noteIfStuck'],
    poll: 'later',
    cause: (reason) => `the provider gives no answer: ${reason}`,
  },
  not_polled: STOP,
  tokens_delivered: unexpectedlyConfirmed(CHAIN_KINDS.deliver),
  delivery_failed: unexpectedlyFailed(CHAIN_KINDS.deliver),
  tokens_collected: unexpectedlyConfirmed(CHAIN_KINDS.collect),
  collection_failed: unexpectedlyFailed(CHAIN_KINDS.collect),
  tokens_returned: unexpectedlyConfirmed(CHAIN_KINDS.returnTokens),
  return_failed: unexpectedlyFailed(CHAIN_KINDS.returnTokens),
  gems_credited: NOT_ALLOWED,
  cancelled: { reject: 'order_not_cancellable' },
  accepted: NOT_ALLOWED,
  refund_ordered: NOT_ALLOWED,
  delivery_refund_ordered: NOT_ALLOWED,
  refunded_manually: NOT_ALLOWED,
  retried: NOT_ALLOWED,
  webhook_received: NOW,
}

const DELIVERING = ['PROCESSING', 'being delivered'] as const
const DELIVERY: Pick<Outcome, 'effects' | 'next'> = {
  effects: ['deliver'],
  next: ({ asset }) => (asset === 'GEMS' ? 'gems_credited' : undefined),
}

/** An operator reviews a payment that arrives after its order was closed or with another amount. */
function review(cause?: Cause): Outcome {
  return { to: ['UNDER_REVIEW'], poll: 'stop', ...(cause && { cause }) }
}

/** The payment of a completed or reviewed order is gone: what was delivered stays delivered. */
const PAYMENT_GONE: Outcomes = {
  payment_failed: { effects: ['flag'], poll: 'stop', cause: paymentIs },
  payment_cancelled: { effects: ['flag'], poll: 'stop', cause: paymentIs },
  payment_expired: { effects: ['flag'], poll: 'stop', cause: paymentIs },
  payment_returned: { effects: ['flag'], poll: 'stop', cause: 'the provider refunded the payment' },
}
function paymentIs(state: string): string {
  return `the payment is ${state} at the provider`
}

const UNSETTLED: Outcome = {
  effects: ['noteIfStuck'],
  poll: 'later',
  cause: 'the provider has not settled the payment',
}
const PAID_THEN_LOST = review((state) => `paid, then ${state} at the provider`)

const UNPAID_AND_CLOSED: Outcomes = {
  settled: review((_, { status }) => `a payment arrived after ${status}`),
  settled_other_amount: review((_, { status }) => `a payment arrived after ${status}`),
}

const PAYOUT: Outcomes = {
  payout_pending: LATER,
  payout_completed: {
    to: ['COMPLETED'],
    effects: ['recordPayout'],
    poll: 'stop',
    cause: (_, order) => `paid out ${netPayout(order)}, in smallest units`,
  },
  payout_failed: { to: ['FAILED'], effects: ['returnTokens'], poll: 'stop' },
  retried: NOW,
}

const PAYOUT_REFUSED: Outcome = {
  to: ['FAILED'],
  effects: ['returnTokens'],
  poll: 'stop',
  cause: REFUSED.cause!,
}

/** State × event → the next statuses, the effects and the next poll. `DEFAULTS` has the other pairs. */
const TRANSITIONS: Record<PaymentDirection, Partial<Record<OrderState, Outcomes>>> = {
  ON_RAMP: {
    PENDING_PAYMENT: {
      settling: { to: ['PAYMENT_RECEIVED'], poll: 'later', cause: 'paid, not settled yet' },
      settled: {
        to: ['PAYMENT_RECEIVED', DELIVERING],
        ...DELIVERY,
        poll: 'stop',
        cause: 'paid',
      },
      settled_other_amount: review(),
      payment_failed: { to: ['FAILED'], poll: 'stop', cause: 'the payment failed' },
      payment_cancelled: { to: ['CANCELLED'], poll: 'stop', cause: 'no payment arrived' },
      payment_expired: { to: ['EXPIRED'], poll: 'stop', cause: 'no payment arrived' },
      payment_returned: review('the provider refunded the payment'),
      not_found: { to: ['EXPIRED'], poll: 'stop', cause: 'no payment arrived in time' },
      not_found_yet: { to: ['EXPIRED'], poll: 'later', cause: 'no payment arrived in time' },
      request_refused: { to: ['FAILED'], poll: 'stop', cause: REFUSED.cause! },
      // The poll cancels the order at the provider and finds a payment that arrived anyway.
      cancelled: { to: ['CANCELLED'], poll: 'now' },
      retried: NOW,
    },
    PAYMENT_RECEIVED: {
      awaiting_payment: UNSETTLED,
      settling: UNSETTLED,
      settled: { to: [DELIVERING], ...DELIVERY, poll: 'stop' },
      settled_other_amount: review(),
      payment_failed: PAID_THEN_LOST,
      payment_cancelled: PAID_THEN_LOST,
      payment_expired: PAID_THEN_LOST,
      payment_returned: review('the provider refunded the payment'),
      retried: NOW,
    },
    PROCESSING: {
      awaiting_payment: STOP,
      // The completion of the order would clear a flag. The poll after it sets the flag.
      settled_other_amount: LATER,
      payment_failed: LATER,
      payment_cancelled: LATER,
      payment_expired: LATER,
      payment_returned: LATER,
      gems_credited: { to: ['COMPLETED'], poll: 'unchanged', cause: 'gems credited' },
      tokens_delivered: {
        to: ['COMPLETED'],
        effects: ['recordDelivery'],
        poll: 'unchanged',
        cause: 'tokens delivered',
      },
      delivery_failed: {
        to: ['FAILED', ['REFUND_PENDING', 'refund of the payment']],
        effects: ['recordFailedDelivery'],
        poll: 'now',
        cause: (reason) => `not delivered: ${reason}`,
      },
    },
    COMPLETED: {
      awaiting_payment: STOP,
      // An operator must refund the surplus.
      settled_other_amount: { effects: ['flag'], poll: 'stop' },
      ...PAYMENT_GONE,
      // The delivery is taken back before the provider is asked, in the transaction of the decision.
      delivery_refund_ordered: {
        to: ['REFUND_PENDING'],
        effects: ['takeBackDelivery'],
        poll: 'now',
        cause: (by) => `refund ordered by ${by}`,
      },
    },
    EXPIRED: UNPAID_AND_CLOSED,
    CANCELLED: UNPAID_AND_CLOSED,
    FAILED: UNPAID_AND_CLOSED,
    UNDER_REVIEW: {
      awaiting_payment: STOP,
      ...PAYMENT_GONE,
      accepted: {
        to: ['PAYMENT_RECEIVED', DELIVERING],
        ...DELIVERY,
        poll: 'unchanged',
        cause: (by) => `accepted by ${by}`,
      },
      refund_ordered: { to: ['REFUND_PENDING'], poll: 'now', cause: (by) => `refund ordered by ${by}` },
    },
    REFUND_PENDING: {
      refund_pending: {
        effects: ['noteIfStuck'],
        poll: 'later',
        cause: 'the provider has not finished the refund',
      },
      refund_completed: { to: ['REFUNDED'], poll: 'stop', cause: 'the provider refunded the payment' },
      refund_impossible: {
        effects: ['note'],
        poll: 'stop',
        cause: 'the provider does not refund the payment: refund it manually',
      },
      refunded_manually: {
        to: ['REFUNDED'],
        effects: ['recordManualRefund'],
        poll: 'stop',
        cause: (by) => `refunded manually by ${by}`,
      },
      retried: NOW,
    },
    REFUNDED: { webhook_received: UNCHANGED },
  },
  OFF_RAMP: {
    COLLECTING: {
      tokens_collected: { effects: ['recordCollection'], poll: 'now' },
      collection_failed: {
        to: ['FAILED', ['REFUNDED', 'the tokens never left the account']],
        effects: ['releaseUncollectedTokens'],
        poll: 'unchanged',
        cause: (reason) => `not collected: ${reason}`,
      },
    },
    PROCESSING: {
      ...PAYOUT,
      payout_sent: { to: ['PAYOUT_SENT'], poll: 'later', cause: 'the provider sent the pay-out' },
      request_refused: PAYOUT_REFUSED,
      known_order_refused: PAYOUT_REFUSED,
    },
    PAYOUT_SENT: { ...PAYOUT, payout_sent: LATER },
    COMPLETED: { payout_completed: STOP, webhook_received: UNCHANGED },
    FAILED: {
      tokens_returned: {
        to: ['REFUNDED'],
        effects: ['recordReturn'],
        poll: 'unchanged',
        cause: 'tokens returned',
      },
      retried: { effects: ['retryReturn'], poll: 'unchanged' },
    },
    REFUNDED: { webhook_received: UNCHANGED },
  },
}

/** What the event does to an order in its current state. */
export function outcomeOf(
  order: Pick<Order, 'direction' | 'status' | 'tokensCollectedAt'>,
  event: OrderEvent,
): Outcome | Rejection {
  return TRANSITIONS[order.direction][stateOf(order)]?.[event] ?? DEFAULTS[event]
}
