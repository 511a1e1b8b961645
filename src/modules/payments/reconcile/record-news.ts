import { log } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/tx.ts'
import { creditGems, noteTokens } from '../orders/books.ts'
import { moveOrder } from '../orders/move-order.ts'
import { netPayout, type Order } from '../orders/order.ts'
import { updateAttention, updateDetails } from '../orders/queries.ts'
import { owe } from '../orders/tokens.ts'
import type { Collection, Payout, RefundState } from '../providers/provider.ts'
import type { News } from './ask-about-order.ts'

/** Whether the provider is to be asked again: never, after a while, or at once because a next step is known. */
export type Further = 'closed' | 'open' | 'at once'

const TRIES_UNTIL_ATTENTION = 8

/** Turns what a provider said into moves. The order is held, and may have moved since it was asked about. */
export async function recordNews(tx: Tx, order: Order, news: News, now: Date): Promise<Further> {
  switch (news.kind) {
    case 'collection':
      return recordCollection(tx, order, news.collection, now)
    case 'payout':
      return recordPayout(tx, order, news.payout, now)
    case 'refund':
      return recordRefund(tx, order, news.state, now)
    case 'unknown':
      if (order.status === 'PENDING_PAYMENT')
        await moveOrder(tx, order, 'EXPIRED', { cause: 'no payment came in time', now })
      // They may still make of our request what nobody wants any more, and have it paid.
      return order.uncertainUntil && order.uncertainUntil > now ? 'open' : 'closed'
    case 'refused':
      return recordRefusal(tx, order, news.reason, now)
    case 'uncertain':
      log.warn({ orderId: order.id, reason: news.reason }, 'payments: a provider gave no answer')
      if (order.tries >= TRIES_UNTIL_ATTENTION)
        await updateAttention(tx, order.id, `the provider gives no answer: ${news.reason}`)
      return 'open'
    case 'waiting':
      return 'open'
    case 'none':
      return 'closed'
  }
}

async function recordCollection(tx: Tx, order: Order, collection: Collection, now: Date): Promise<Further> {
  const { receivedAmount, ...details } = collection
  const isTaken = order.status === 'PROCESSING' || order.status === 'COMPLETED'
  // What was taken for a delivery stays known, so that it can be told from what came besides.
  await updateDetails(tx, order.id, isTaken ? details : collection)
  const isAwaited = order.status === 'PENDING_PAYMENT' || order.status === 'PAYMENT_RECEIVED'
  switch (collection.state) {
    case 'COMING':
      return recordComing(tx, order, now)
    case 'RECEIVED':
      if (isTaken) return recordSurplus(tx, order, receivedAmount)
      if (isAwaited && isAsAgreed(order, receivedAmount)) await takePayment(tx, order, 'paid', now)
      else if (isAwaited) await reviewAmount(tx, order, receivedAmount, now)
      else if (['EXPIRED', 'CANCELLED', 'FAILED'].includes(order.status))
        await moveOrder(tx, order, 'UNDER_REVIEW', { cause: `a payment came after ${order.status}`, now })
      return 'closed'
    case 'AWAITING':
      if (order.status === 'PAYMENT_RECEIVED') return recordComing(tx, order, now)
      // They did not let go of it when it was called off: it may still be paid.
      return isTaken || order.status === 'UNDER_REVIEW' ? 'closed' : 'open'
    case 'FAILED':
    case 'CANCELLED':
    case 'EXPIRED':
      return recordUnpaid(tx, order, collection.state, now)
    case 'REFUNDING':
    case 'REFUNDED':
    case 'REFUND_FAILED':
      return recordReturned(tx, order, now)
  }
}

/** Where they do not say how much came, it is what was agreed. */
function isAsAgreed({ fiatAmount }: Order, received: bigint | undefined): boolean {
  return received === undefined || received === fiatAmount
}

async function reviewAmount(tx: Tx, order: Order, received: bigint | undefined, now: Date): Promise<void> {
  const cause = `${received} came where ${order.fiatAmount} belongs, in smallest units`
  await moveOrder(tx, order, 'UNDER_REVIEW', { cause, now })
}

/**
 * The payer has paid, so nobody calls it off any more; but what is not ours yet buys nothing, and is nothing to decide about,
 * whatever its amount: it may still go back.
 */
async function recordComing(tx: Tx, order: Order, now: Date): Promise<Further> {
  if (order.status === 'PENDING_PAYMENT')
    await moveOrder(tx, order, 'PAYMENT_RECEIVED', { cause: 'paid, and not with us yet', now })
  else if (order.status === 'PAYMENT_RECEIVED' && order.tries >= TRIES_UNTIL_ATTENTION)
    await updateAttention(tx, order.id, 'the provider has the payment, and we do not')
  return 'open'
}

/** What was agreed is delivered, or about to be. What came besides is the payer's, and people give it back. */
async function recordSurplus(tx: Tx, order: Order, received: bigint | undefined): Promise<Further> {
  const taken = order.receivedAmount ?? order.fiatAmount
  if (received === undefined || received === taken) return 'closed'
  // The delivery that is under way would make it forgotten.
  if (order.status === 'PROCESSING') return 'open'
  const attention = `${received} came by now where ${taken} was taken, in smallest units`
  log.error({ orderId: order.id, attention }, 'payments: an order needs a person')
  await updateAttention(tx, order.id, attention)
  return 'closed'
}

async function recordUnpaid(
  tx: Tx,
  order: Order,
  state: 'FAILED' | 'CANCELLED' | 'EXPIRED',
  now: Date,
): Promise<Further> {
  if (order.status === 'PAYMENT_RECEIVED')
    await moveOrder(tx, order, 'UNDER_REVIEW', { cause: `paid, and then ${state} with the provider`, now })
  if (order.status !== 'PENDING_PAYMENT') return recordGone(tx, order, `it is ${state} with the provider`)
  const isLate = order.expiresAt !== null && order.expiresAt <= now
  const to = state === 'CANCELLED' && isLate ? 'EXPIRED' : state
  await moveOrder(tx, order, to, { cause: to === 'FAILED' ? 'the payment failed' : 'no payment came', now })
  return 'closed'
}

/** The provider gave the payment back on its own. What was delivered stays delivered, and people must know. */
async function recordReturned(tx: Tx, order: Order, now: Date): Promise<Further> {
  const cause = 'the provider gave the payment back'
  if (order.status === 'PENDING_PAYMENT' || order.status === 'PAYMENT_RECEIVED')
    await moveOrder(tx, order, 'UNDER_REVIEW', { cause, now })
  return recordGone(tx, order, cause)
}

/** There is no payment any more, or never was: whoever decides about what it buys, or has had it delivered, must know. */
async function recordGone(tx: Tx, order: Order, cause: string): Promise<Further> {
  // The delivery that is under way would make it forgotten.
  if (order.status === 'PROCESSING') return 'open'
  if (order.status === 'COMPLETED' || order.status === 'UNDER_REVIEW') {
    log.error({ orderId: order.id, status: order.status }, `payments: ${cause}`)
    await updateAttention(tx, order.id, cause)
  }
  return 'closed'
}

/** The money is there, so what it buys goes out: gems at once, tokens as soon as the chain has them. */
export async function takePayment(tx: Tx, order: Order, cause: string, now: Date): Promise<void> {
  const received =
    order.status === 'PAYMENT_RECEIVED'
      ? order
      : await moveOrder(tx, order, 'PAYMENT_RECEIVED', { cause, now })
  const processing = await moveOrder(tx, received, 'PROCESSING', { cause: 'being delivered', now })
  if (order.asset === 'GEMS') {
    await creditGems(tx, processing, now)
    await moveOrder(tx, processing, 'COMPLETED', { cause: 'gems credited', now })
    return
  }
  await noteTokens(tx, processing, 'sent', now)
  await owe(tx, processing, 'deliver')
}

async function recordPayout(tx: Tx, order: Order, payout: Payout, now: Date): Promise<Further> {
  await updateDetails(tx, order.id, { providerOrderId: payout.providerOrderId })
  const isUnderWay = order.status === 'PROCESSING' || order.status === 'PAYOUT_SENT'
  if (!isUnderWay) {
    // Money and tokens would both be the user's: nothing does that, and if it happens people must know.
    if (payout.state === 'COMPLETED' && order.status !== 'COMPLETED')
      await updateAttention(tx, order.id, 'the provider says it was paid')
    return 'closed'
  }
  switch (payout.state) {
    case 'PENDING':
      return 'open'
    case 'SENT':
      if (order.status === 'PROCESSING')
        await moveOrder(tx, order, 'PAYOUT_SENT', { cause: 'the provider has sent it', now })
      return 'open'
    case 'COMPLETED':
      await noteTokens(tx, order, 'paid', now)
      await moveOrder(tx, order, 'COMPLETED', { cause: `${netPayout(order)} paid, in smallest units`, now })
      return 'closed'
    case 'FAILED':
      await giveBack(tx, order, payout.reason ?? 'the payout failed', now)
      return 'closed'
  }
}

/** Nothing was paid and nothing will be: the tokens go back to where they came from. */
async function giveBack(tx: Tx, order: Order, cause: string, now: Date): Promise<void> {
  await owe(tx, await moveOrder(tx, order, 'FAILED', { cause, now }), 'giveBack')
}

async function recordRefund(tx: Tx, order: Order, state: RefundState, now: Date): Promise<Further> {
  if (order.status !== 'REFUND_PENDING') return 'closed'
  if (state === 'PENDING') {
    if (order.tries >= TRIES_UNTIL_ATTENTION)
      await updateAttention(tx, order.id, 'the provider has not given it back yet, and may still do so')
    return 'open'
  }
  if (state === 'REFUNDED')
    await moveOrder(tx, order, 'REFUNDED', { cause: 'the provider gave it back', now })
  else await updateAttention(tx, order.id, 'the provider does not give it back: do so by hand')
  return 'closed'
}

/** A refusal counts only when no earlier request of ours may still be under way. */
async function recordRefusal(tx: Tx, order: Order, reason: string, now: Date): Promise<Further> {
  if (order.uncertainUntil && order.uncertainUntil > now) return 'open'
  const cause = `the provider refused it: ${reason}`
  if (order.status === 'PENDING_PAYMENT' && !order.providerOrderId)
    await moveOrder(tx, order, 'FAILED', { cause, now })
  else if (order.status === 'PROCESSING' && order.direction === 'OFF_RAMP' && order.collectedAt)
    await giveBack(tx, order, cause, now)
  else {
    await updateAttention(tx, order.id, cause)
    return 'open'
  }
  return 'closed'
}
