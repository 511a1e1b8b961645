import { log } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Collection, Payout, RefundState } from '../../payment-providers/public/provider.ts'
import { transitionOrder } from '../apply-order-event.ts'
import { creditGems, postTokenTransfer } from '../ledger-postings.ts'
import { netPayout, type Order } from '../public/order.ts'
import { updateDetails, updateReviewNote } from '../queries.ts'
import { enqueueTokenMint } from '../token-transfers.ts'
import type { ProviderStatus } from './poll-provider.ts'

/** Whether the provider is to be asked again: never, after a while, or at once because a next step is known. */
export type NextPoll = 'stop' | 'later' | 'now'

const POLLS_UNTIL_REVIEW = 8

/** Turns what a provider said into moves. The order is held, and may have moved since it was asked about. */
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
        await transitionOrder(tx, order, 'EXPIRED', { cause: 'no payment came in time', now })
      // They may still make of our request what nobody wants any more, and have it paid.
      return order.uncertainUntil && order.uncertainUntil > now ? 'later' : 'stop'
    case 'refused':
      return applyRefusal(tx, order, providerStatus.reason, now)
    case 'uncertain':
      log.warn({ orderId: order.id, reason: providerStatus.reason }, 'payments: a provider gave no answer')
      if (order.tries >= POLLS_UNTIL_REVIEW)
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
  // What was taken for a delivery stays known, so that it can be told from what came besides.
  await updateDetails(tx, order.id, isPaymentUsed ? details : collection)
  const isAwaitingPayment = order.status === 'PENDING_PAYMENT' || order.status === 'PAYMENT_RECEIVED'
  switch (collection.state) {
    case 'COMING':
      return applySettling(tx, order, now)
    case 'RECEIVED':
      if (isPaymentUsed) return applySurplus(tx, order, receivedAmount)
      if (isAwaitingPayment && isExactAmount(order, receivedAmount))
        await deliverOrder(tx, order, 'paid', now)
      else if (isAwaitingPayment) await reviewWrongAmount(tx, order, receivedAmount, now)
      else if (['EXPIRED', 'CANCELLED', 'FAILED'].includes(order.status))
        await transitionOrder(tx, order, 'UNDER_REVIEW', {
          cause: `a payment came after ${order.status}`,
          now,
        })
      return 'stop'
    case 'AWAITING':
      if (order.status === 'PAYMENT_RECEIVED') return applySettling(tx, order, now)
      // They did not let go of it when it was called off: it may still be paid.
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

/** Where they do not say how much came, it is what was agreed. */
function isExactAmount({ fiatAmount }: Order, received: bigint | undefined): boolean {
  return received === undefined || received === fiatAmount
}

async function reviewWrongAmount(
  tx: Tx,
  order: Order,
  received: bigint | undefined,
  now: Date,
): Promise<void> {
  const cause = `${received} came where ${order.fiatAmount} belongs, in smallest units`
  await transitionOrder(tx, order, 'UNDER_REVIEW', { cause, now })
}

/**
 * The payer has paid, so nobody calls it off any more; but what is not ours yet buys nothing, and is nothing to decide about,
 * whatever its amount: it may still go back.
 */
async function applySettling(tx: Tx, order: Order, now: Date): Promise<NextPoll> {
  if (order.status === 'PENDING_PAYMENT')
    await transitionOrder(tx, order, 'PAYMENT_RECEIVED', { cause: 'paid, and not with us yet', now })
  else if (order.status === 'PAYMENT_RECEIVED' && order.tries >= POLLS_UNTIL_REVIEW)
    await updateReviewNote(tx, order.id, 'the provider has the payment, and we do not')
  return 'later'
}

/** What was agreed is delivered, or about to be. What came besides is the payer's, and people give it back. */
async function applySurplus(tx: Tx, order: Order, received: bigint | undefined): Promise<NextPoll> {
  const taken = order.receivedAmount ?? order.fiatAmount
  if (received === undefined || received === taken) return 'stop'
  // The delivery that is under way would make it forgotten.
  if (order.status === 'PROCESSING') return 'later'
  const reviewNote = `${received} came by now where ${taken} was taken, in smallest units`
  log.error({ orderId: order.id, attention: reviewNote }, 'payments: an order needs a person')
  await updateReviewNote(tx, order.id, reviewNote)
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
      cause: `paid, and then ${state} with the provider`,
      now,
    })
  if (order.status !== 'PENDING_PAYMENT')
    return flagMissingPayment(tx, order, `it is ${state} with the provider`)
  const isLate = order.expiresAt !== null && order.expiresAt <= now
  const to = state === 'CANCELLED' && isLate ? 'EXPIRED' : state
  await transitionOrder(tx, order, to, {
    cause: to === 'FAILED' ? 'the payment failed' : 'no payment came',
    now,
  })
  return 'stop'
}

/** The provider gave the payment back on its own. What was delivered stays delivered, and people must know. */
async function applyReturned(tx: Tx, order: Order, now: Date): Promise<NextPoll> {
  const cause = 'the provider gave the payment back'
  if (order.status === 'PENDING_PAYMENT' || order.status === 'PAYMENT_RECEIVED')
    await transitionOrder(tx, order, 'UNDER_REVIEW', { cause, now })
  return flagMissingPayment(tx, order, cause)
}

/** There is no payment any more, or never was: whoever decides about what it buys, or has had it delivered, must know. */
async function flagMissingPayment(tx: Tx, order: Order, cause: string): Promise<NextPoll> {
  // The delivery that is under way would make it forgotten.
  if (order.status === 'PROCESSING') return 'later'
  if (order.status === 'COMPLETED' || order.status === 'UNDER_REVIEW') {
    log.error({ orderId: order.id, status: order.status }, `payments: ${cause}`)
    await updateReviewNote(tx, order.id, cause)
  }
  return 'stop'
}

/** The money is there, so what it buys goes out: gems at once, tokens as soon as the chain has them. */
export async function deliverOrder(tx: Tx, order: Order, cause: string, now: Date): Promise<void> {
  const received =
    order.status === 'PAYMENT_RECEIVED'
      ? order
      : await transitionOrder(tx, order, 'PAYMENT_RECEIVED', { cause, now })
  const processing = await transitionOrder(tx, received, 'PROCESSING', { cause: 'being delivered', now })
  if (order.asset === 'GEMS') {
    await creditGems(tx, processing, now)
    await transitionOrder(tx, processing, 'COMPLETED', { cause: 'gems credited', now })
    return
  }
  await postTokenTransfer(tx, processing, 'sent', now)
  await enqueueTokenMint(tx, processing, 'deliver')
}

async function applyPayout(tx: Tx, order: Order, payout: Payout, now: Date): Promise<NextPoll> {
  await updateDetails(tx, order.id, { providerOrderId: payout.providerOrderId })
  const isInProgress = order.status === 'PROCESSING' || order.status === 'PAYOUT_SENT'
  if (!isInProgress) {
    // Money and tokens would both be the user's: nothing does that, and if it happens people must know.
    if (payout.state === 'COMPLETED' && order.status !== 'COMPLETED')
      await updateReviewNote(tx, order.id, 'the provider says it was paid')
    return 'stop'
  }
  switch (payout.state) {
    case 'PENDING':
      return 'later'
    case 'SENT':
      if (order.status === 'PROCESSING')
        await transitionOrder(tx, order, 'PAYOUT_SENT', { cause: 'the provider has sent it', now })
      return 'later'
    case 'COMPLETED':
      await postTokenTransfer(tx, order, 'paid', now)
      await transitionOrder(tx, order, 'COMPLETED', {
        cause: `${netPayout(order)} paid, in smallest units`,
        now,
      })
      return 'stop'
    case 'FAILED':
      await returnTokens(tx, order, payout.reason ?? 'the payout failed', now)
      return 'stop'
  }
}

/** Nothing was paid and nothing will be: the tokens go back to where they came from. */
async function returnTokens(tx: Tx, order: Order, cause: string, now: Date): Promise<void> {
  await enqueueTokenMint(tx, await transitionOrder(tx, order, 'FAILED', { cause, now }), 'returnTokens')
}

async function applyRefund(tx: Tx, order: Order, state: RefundState, now: Date): Promise<NextPoll> {
  if (order.status !== 'REFUND_PENDING') return 'stop'
  if (state === 'PENDING') {
    if (order.tries >= POLLS_UNTIL_REVIEW)
      await updateReviewNote(tx, order.id, 'the provider has not given it back yet, and may still do so')
    return 'later'
  }
  if (state === 'REFUNDED')
    await transitionOrder(tx, order, 'REFUNDED', { cause: 'the provider gave it back', now })
  else await updateReviewNote(tx, order.id, 'the provider does not give it back: do so by hand')
  return 'stop'
}

/** A refusal counts only when no earlier request of ours may still be under way. */
async function applyRefusal(tx: Tx, order: Order, reason: string, now: Date): Promise<NextPoll> {
  if (order.uncertainUntil && order.uncertainUntil > now) return 'later'
  const cause = `the provider refused it: ${reason}`
  if (order.status === 'PENDING_PAYMENT' && !order.providerOrderId)
    await transitionOrder(tx, order, 'FAILED', { cause, now })
  else if (order.status === 'PROCESSING' && order.direction === 'OFF_RAMP' && order.collectedAt)
    await returnTokens(tx, order, cause, now)
  else {
    await updateReviewNote(tx, order.id, cause)
    return 'later'
  }
  return 'stop'
}
