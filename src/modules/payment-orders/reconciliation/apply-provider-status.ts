import { log } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Collection, Payout, RefundState } from '../../payment-providers/public/provider.ts'
import { transitionOrder } from '../apply-order-event.ts'
import { postTokenTransfer } from '../ledger-postings.ts'
import { deliverOrder, flagForReview, returnTokens } from '../order-effects.ts'
import type { Order } from '../public/order.ts'
import { updateDetails, updateReviewNote } from '../queries.ts'
import { netPayout } from '../quotes/quote-pricing.ts'
import { isRequestOutstanding, type ProviderStatus } from './poll-provider.ts'

/** Whether to poll the provider again. */
export type NextPoll = 'stop' | 'later'

/** An order that does not proceed after this number of polls is flagged for an operator. */
const POLLS_UNTIL_REVIEW = 8

/** Applies the answer of a poll to the locked order, whose status may have changed since the poll. */
export async function applyProviderStatus(
  tx: Tx,
  order: Order,
  providerStatus: ProviderStatus,
  now: Date,
): Promise<NextPoll> {
  switch (providerStatus.kind) {
    case 'collection':
      return applyCollection(tx, order, providerStatus.collection, now)
    case 'payout':
      return applyPayout(tx, order, providerStatus.payout, now)
    case 'refund':
      return applyRefund(tx, order, providerStatus.state, now)
    case 'unknown':
      if (order.status === 'PENDING_PAYMENT')
        await transitionOrder(tx, order, 'EXPIRED', { cause: 'no payment arrived in time', now })
      // An unanswered request may still create the payment at the provider.
      return isRequestOutstanding(order, now) ? 'later' : 'stop'
    case 'refused':
      return applyRefusal(tx, order, providerStatus.reason, now)
    case 'uncertain':
      log.warn(
        { orderId: order.id, reason: providerStatus.reason },
        'payments: provider status uncertain, will poll again',
      )
      if (order.pollAttempts >= POLLS_UNTIL_REVIEW)
        await updateReviewNote(tx, order.id, `the provider gives no answer: ${providerStatus.reason}`)
      return 'later'
    case 'waiting':
      return 'later'
    case 'none':
      return 'stop'
  }
}

async function applyCollection(tx: Tx, order: Order, collection: Collection, now: Date): Promise<NextPoll> {
  const { receivedAmount, ...details } = collection
  const isPaymentUsed = order.status === 'PROCESSING' || order.status === 'COMPLETED'
  // The amount that was accepted for delivery is not overwritten, so that a surplus can be detected.
  await updateDetails(tx, order.id, isPaymentUsed ? details : collection)
  const isAwaitingPayment = order.status === 'PENDING_PAYMENT' || order.status === 'PAYMENT_RECEIVED'
  switch (collection.state) {
    case 'SETTLING':
      return applySettling(tx, order, now)
    case 'SETTLED':
      if (isPaymentUsed) return applySurplus(tx, order, receivedAmount)
      if (isAwaitingPayment && isExactAmount(order, receivedAmount))
        await deliverOrder(tx, order, 'paid', now)
      else if (isAwaitingPayment) await reviewWrongAmount(tx, order, receivedAmount, now)
      else if (['EXPIRED', 'CANCELLED', 'FAILED'].includes(order.status))
        await transitionOrder(tx, order, 'UNDER_REVIEW', {
          cause: `a payment arrived after ${order.status}`,
          now,
        })
      return 'stop'
    case 'AWAITING_PAYMENT':
      if (order.status === 'PAYMENT_RECEIVED') return applySettling(tx, order, now)
      // The provider did not cancel the collection: the user can still pay.
      return isPaymentUsed || order.status === 'UNDER_REVIEW' ? 'stop' : 'later'
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
      return applyUnpaid(tx, order, collection.state, now)
    case 'REFUNDING':
    case 'REFUNDED':
    case 'REFUND_FAILED':
      return applyReturned(tx, order, now)
  }
}

/** An amount that the provider does not report counts as exact. */
function isExactAmount({ fiatAmount }: Order, received: bigint | undefined): boolean {
  return received === undefined || received === fiatAmount
}

async function reviewWrongAmount(
  tx: Tx,
  order: Order,
  received: bigint | undefined,
  now: Date,
): Promise<void> {
  const cause = `received ${received} instead of ${order.fiatAmount}, in smallest units`
  await transitionOrder(tx, order, 'UNDER_REVIEW', { cause, now })
}

/**
 * The provider has the payment but has not settled it. The order can no longer be cancelled; nothing is delivered until the
 * payment is settled.
 */
async function applySettling(tx: Tx, order: Order, now: Date): Promise<NextPoll> {
  if (order.status === 'PENDING_PAYMENT')
    await transitionOrder(tx, order, 'PAYMENT_RECEIVED', { cause: 'paid, not settled yet', now })
  else if (order.status === 'PAYMENT_RECEIVED' && order.pollAttempts >= POLLS_UNTIL_REVIEW)
    await updateReviewNote(tx, order.id, 'the provider has not settled the payment')
  return 'later'
}

/** Flags a delivered order whose payment differs from the accepted amount: an operator must refund the surplus. */
async function applySurplus(tx: Tx, order: Order, received: bigint | undefined): Promise<NextPoll> {
  const accepted = order.receivedAmount ?? order.fiatAmount
  if (received === undefined || received === accepted) return 'stop'
  // The completion of the order would clear the flag.
  if (order.status === 'PROCESSING') return 'later'
  await flagForReview(tx, order, `received ${received} instead of ${accepted}, in smallest units`)
  return 'stop'
}

async function applyUnpaid(
  tx: Tx,
  order: Order,
  state: 'FAILED' | 'CANCELLED' | 'EXPIRED',
  now: Date,
): Promise<NextPoll> {
  if (order.status === 'PAYMENT_RECEIVED')
    await transitionOrder(tx, order, 'UNDER_REVIEW', {
      cause: `paid, then ${state} at the provider`,
      now,
    })
  if (order.status !== 'PENDING_PAYMENT')
    return flagMissingPayment(tx, order, `the payment is ${state} at the provider`)
  const isLate = order.expiresAt !== null && order.expiresAt <= now
  const to = state === 'CANCELLED' && isLate ? 'EXPIRED' : state
  await transitionOrder(tx, order, to, {
    cause: to === 'FAILED' ? 'the payment failed' : 'no payment arrived',
    now,
  })
  return 'stop'
}

/** The provider refunded the payment on its own. What was delivered stays delivered. */
async function applyReturned(tx: Tx, order: Order, now: Date): Promise<NextPoll> {
  const cause = 'the provider refunded the payment'
  if (order.status === 'PENDING_PAYMENT' || order.status === 'PAYMENT_RECEIVED')
    await transitionOrder(tx, order, 'UNDER_REVIEW', { cause, now })
  return flagMissingPayment(tx, order, cause)
}

/**
 * Flags a completed or reviewed order whose payment no longer exists at the provider. During delivery it only polls again,
 * because completing the order clears the flag.
 */
async function flagMissingPayment(tx: Tx, order: Order, cause: string): Promise<NextPoll> {
  // The completion of the order would clear the flag.
  if (order.status === 'PROCESSING') return 'later'
  if (order.status === 'COMPLETED' || order.status === 'UNDER_REVIEW') await flagForReview(tx, order, cause)
  return 'stop'
}

async function applyPayout(tx: Tx, order: Order, payout: Payout, now: Date): Promise<NextPoll> {
  await updateDetails(tx, order.id, { providerOrderId: payout.providerOrderId })
  const isInProgress = order.status === 'PROCESSING' || order.status === 'PAYOUT_SENT'
  if (!isInProgress) {
    // The user would have both the money and the tokens.
    if (payout.state === 'COMPLETED' && order.status !== 'COMPLETED')
      await flagForReview(tx, order, 'the provider reports a completed pay-out')
    return 'stop'
  }
  switch (payout.state) {
    case 'PENDING':
      return 'later'
    case 'SENT':
      if (order.status === 'PROCESSING')
        await transitionOrder(tx, order, 'PAYOUT_SENT', { cause: 'the provider sent the pay-out', now })
      return 'later'
    case 'COMPLETED':
      await postTokenTransfer(tx, order, 'paid', now)
      await transitionOrder(tx, order, 'COMPLETED', {
        cause: `paid out ${netPayout(order)}, in smallest units`,
        now,
      })
      return 'stop'
    case 'FAILED':
      await returnTokens(tx, order, payout.reason ?? 'the pay-out failed', now)
      return 'stop'
  }
}

async function applyRefund(tx: Tx, order: Order, state: RefundState, now: Date): Promise<NextPoll> {
  if (order.status !== 'REFUND_PENDING') return 'stop'
  if (state === 'PENDING') {
    if (order.pollAttempts >= POLLS_UNTIL_REVIEW)
      await updateReviewNote(tx, order.id, 'the provider has not finished the refund')
    return 'later'
  }
  if (state === 'REFUNDED')
    await transitionOrder(tx, order, 'REFUNDED', { cause: 'the provider refunded the payment', now })
  else await updateReviewNote(tx, order.id, 'the provider does not refund the payment: refund it manually')
  return 'stop'
}

/** A refusal is final only if no earlier request may still take effect. */
async function applyRefusal(tx: Tx, order: Order, reason: string, now: Date): Promise<NextPoll> {
  if (isRequestOutstanding(order, now)) return 'later'
  const cause = `the provider refused: ${reason}`
  if (order.status === 'PENDING_PAYMENT' && !order.providerOrderId)
    await transitionOrder(tx, order, 'FAILED', { cause, now })
  else if (order.status === 'PROCESSING' && order.direction === 'OFF_RAMP' && order.tokensCollectedAt)
    await returnTokens(tx, order, cause, now)
  else {
    await updateReviewNote(tx, order.id, cause)
    return 'later'
  }
  return 'stop'
}
