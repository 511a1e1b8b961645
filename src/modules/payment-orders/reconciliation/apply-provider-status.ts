import { log } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Collection, Payout, RefundState } from '../../payment-providers/public/provider.ts'
import { applyOrderEvent } from '../apply-order-event.ts'
import type { NextPoll, OrderEvent } from '../order-events.ts'
import { isPaymentAccepted } from '../order-states.ts'
import type { Order } from '../public/order.ts'
import { updateDetails } from '../queries.ts'
import { isRequestOutstanding, type ProviderStatus } from './poll-provider.ts'

/**
 * Applies the answer of a poll to the locked order, whose status may have changed since the poll. Returns whether to poll
 * again.
 */
export async function applyProviderStatus(
  tx: Tx,
  order: Order,
  providerStatus: ProviderStatus,
  now: Date,
): Promise<NextPoll> {
  await storeDetails(tx, order, providerStatus)
  if (providerStatus.kind === 'uncertain')
    log.warn(
      { orderId: order.id, reason: providerStatus.reason },
      'payments: provider status uncertain, will poll again',
    )
  const { event, detail = '' } = providerEvent(order, providerStatus, now)
  const { poll } = await applyOrderEvent(tx, order, event, { detail, now })
  return poll
}

async function storeDetails(tx: Tx, order: Order, providerStatus: ProviderStatus): Promise<void> {
  if (providerStatus.kind === 'payout') {
    const { providerOrderId } = providerStatus.payout
    await updateDetails(tx, order.id, { providerOrderId })
  } else if (providerStatus.kind === 'collection') {
    const { receivedAmount: _, ...details } = providerStatus.collection
    // The amount that was accepted for delivery is not overwritten, so that a surplus can be detected.
    await updateDetails(tx, order.id, isPaymentAccepted(order) ? details : providerStatus.collection)
  }
}

interface ProviderEvent {
  event: OrderEvent
  detail?: string
}

/** Returns what the answer of a poll means for the order. The state machine says what it does. */
function providerEvent(order: Order, providerStatus: ProviderStatus, now: Date): ProviderEvent {
  switch (providerStatus.kind) {
    case 'collection':
      return collectionEvent(order, providerStatus.collection, now)
    case 'payout':
      return payoutEvent(providerStatus.payout)
    case 'refund':
      return { event: REFUND_EVENTS[providerStatus.state] }
    case 'unknown':
      return { event: isRequestOutstanding(order, now) ? 'not_found_yet' : 'not_found' }
    case 'refused':
      return refusalEvent(order, providerStatus.reason, now)
    case 'uncertain':
      return { event: 'no_answer', detail: providerStatus.reason }
    case 'waiting':
      return { event: 'request_outstanding' }
    case 'none':
      return { event: 'not_polled' }
  }
}

const COLLECTION_EVENTS = {
  AWAITING_PAYMENT: 'awaiting_payment',
  SETTLING: 'settling',
  FAILED: 'payment_failed',
  CANCELLED: 'payment_cancelled',
  EXPIRED: 'payment_expired',
  REFUNDING: 'payment_returned',
  REFUNDED: 'payment_returned',
  REFUND_FAILED: 'payment_returned',
} as const satisfies Record<Exclude<Collection['state'], 'SETTLED'>, OrderEvent>

const PAYOUT_EVENTS = {
  PENDING: 'payout_pending',
  SENT: 'payout_sent',
  COMPLETED: 'payout_completed',
  FAILED: 'payout_failed',
} as const satisfies Record<Payout['state'], OrderEvent>

const REFUND_EVENTS = {
  PENDING: 'refund_pending',
  REFUNDED: 'refund_completed',
  MANUAL: 'refund_impossible',
} as const satisfies Record<RefundState, OrderEvent>

function collectionEvent(order: Order, { state, receivedAmount }: Collection, now: Date): ProviderEvent {
  if (state === 'SETTLED') return settledEvent(order, receivedAmount)
  const isLate = order.expiresAt !== null && order.expiresAt <= now
  // The poll cancels a late order at the provider.
  if (state === 'CANCELLED' && isLate) return { event: 'payment_expired', detail: state }
  return { event: COLLECTION_EVENTS[state], detail: state }
}

/** An amount that the provider does not report counts as the expected one. */
function settledEvent(order: Order, received: bigint | undefined): ProviderEvent {
  const expected = isPaymentAccepted(order) ? (order.receivedAmount ?? order.fiatAmount) : order.fiatAmount
  if (received === undefined || received === expected) return { event: 'settled' }
  const detail = `received ${received} instead of ${expected}, in smallest units`
  return { event: 'settled_other_amount', detail }
}

function payoutEvent({ state, reason }: Payout): ProviderEvent {
  return { event: PAYOUT_EVENTS[state], detail: reason ?? 'the pay-out failed' }
}

/** A refusal is final only if no earlier request may still take effect. */
function refusalEvent(order: Order, reason: string, now: Date): ProviderEvent {
  if (isRequestOutstanding(order, now)) return { event: 'request_outstanding' }
  return { event: order.providerOrderId ? 'known_order_refused' : 'request_refused', detail: reason }
}
