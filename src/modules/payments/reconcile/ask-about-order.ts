import { describeFault } from '../../../platform/describe-fault.ts'
import { log } from '../../../platform/log.ts'
import { netPayout, type Order } from '../orders/order.ts'
import type { PaymentParts } from '../parts.ts'
import {
  type Collection,
  type OrderReference,
  type PaymentProvider,
  type Payout,
  type PayoutProvider,
  ProviderRefusal,
  ProviderUncertain,
  type RefundState,
} from '../providers/provider.ts'

/** What a provider said, or did not say. */
export type News =
  | { kind: 'collection'; collection: Collection }
  | { kind: 'payout'; payout: Payout }
  | { kind: 'refund'; state: RefundState }
  /** They know of nothing under this reference, and nothing is wanted of them any more. */
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  /** `mayBeDone` when a request went out that may still have its effect. */
  | { kind: 'uncertain'; reason: string; mayBeDone: boolean }
  /** An earlier request may still have its effect: nothing is asked for until that is known. */
  | { kind: 'waiting' }
  /** There is nothing to ask. */
  | { kind: 'none' }

/** Asks the provider for the next thing that the order needs; what it already knows is asked first. */
export async function askAboutOrder(parts: PaymentParts, order: Order, now: Date): Promise<News> {
  try {
    return order.direction === 'ON_RAMP'
      ? await askAboutCollection(parts, order, now)
      : await askAboutPayout(parts, order, now)
  } catch (fault) {
    if (fault instanceof ProviderRefusal) return { kind: 'refused', reason: fault.message }
    if (!(fault instanceof ProviderUncertain))
      log.error({ orderId: order.id, fault: describeFault(fault) }, 'payments: a provider could not be asked')
    // A fault of ours after the request went out leaves as much open as one of theirs.
    return fault instanceof ProviderUncertain
      ? { kind: 'uncertain', reason: fault.message, mayBeDone: fault.mayBeDone }
      : { kind: 'uncertain', reason: 'a fault', mayBeDone: true }
  }
}

async function askAboutCollection(parts: PaymentParts, order: Order, now: Date): Promise<News> {
  const provider = providerOf(parts, order.provider)
  const reference = referenceOf(order)
  const mayBeKnown = order.tries > 1 || order.providerOrderId !== null
  switch (order.status) {
    case 'PENDING_PAYMENT': {
      const isLate = order.expiresAt !== null && order.expiresAt <= now
      const found = mayBeKnown ? await told(provider.findCollection(reference)) : undefined
      if (found?.state === 'AWAITING' && isLate) return callOff(provider, reference, found)
      if (found) return news(found)
      if (isLate) return { kind: 'unknown' }
      if (order.providerOrderId !== null) throw forgotten()
      if (mayStillCome(order, provider, now)) return { kind: 'waiting' }
      return news(await provider.collect(collectionRequest(parts, order)))
    }
    case 'EXPIRED':
    case 'CANCELLED':
    case 'FAILED': {
      const found = await told(provider.findCollection(reference))
      return found?.state === 'AWAITING' ? callOff(provider, reference, found) : news(found)
    }
    case 'PAYMENT_RECEIVED': {
      const found = await told(provider.findCollection(reference))
      if (!found) throw forgotten()
      return news(found)
    }
    case 'PROCESSING':
    case 'COMPLETED':
    case 'UNDER_REVIEW':
      return news(await told(provider.findCollection(reference)))
    case 'REFUND_PENDING': {
      // They may be giving it back by themselves, and then nobody else must.
      const found = await told(provider.findCollection(reference))
      if (found?.state === 'REFUNDED') return { kind: 'refund', state: 'REFUNDED' }
      // What is not ours yet cannot be given back by us; it may go back by itself.
      if (found?.state === 'REFUNDING' || found?.state === 'COMING')
        return { kind: 'refund', state: 'PENDING' }
      if (found?.state === 'REFUND_FAILED') return { kind: 'refund', state: 'BY_HAND' }
      const amount = order.receivedAmount ?? order.fiatAmount
      return { kind: 'refund', state: await provider.refund(reference, amount) }
    }
    default:
      return { kind: 'none' }
  }
}

/** Money goes out only for tokens that have arrived, and under one reference however often it is asked for. */
async function askAboutPayout(parts: PaymentParts, order: Order, now: Date): Promise<News> {
  const isWanted = order.status === 'PROCESSING' && order.collectedAt !== null
  if (!isWanted && order.status !== 'PAYOUT_SENT') return { kind: 'none' }
  const provider = payerOf(parts, order)
  const reference = referenceOf(order)
  if (order.status === 'PAYOUT_SENT') {
    const payout = await told(provider.findPayout(reference))
    if (!payout) throw forgotten()
    return { kind: 'payout', payout }
  }
  const found = order.tries > 1 ? await told(provider.findPayout(reference)) : undefined
  if (found) return { kind: 'payout', payout: found }
  if (order.providerOrderId !== null) throw forgotten()
  if (mayStillCome(order, provider, now)) return { kind: 'waiting' }
  const payout = await provider.pay({
    ...collectionRequest(parts, order),
    amount: netPayout(order),
    currency: order.fiatCurrency,
  })
  return { kind: 'payout', payout }
}

/** A question does nothing; and whoever refuses to tell what became of something has not refused to do it. */
async function told<Known>(asked: Promise<Known>): Promise<Known> {
  try {
    return await asked
  } catch (fault) {
    if (!(fault instanceof ProviderRefusal || fault instanceof ProviderUncertain)) throw fault
    throw new ProviderUncertain(`they do not tell: ${fault.message}`, { mayBeDone: false })
  }
}

/** What they have taken they cannot but know: to ask for it again might have it done twice. */
function forgotten(): ProviderUncertain {
  return new ProviderUncertain('they know nothing of it any more', { mayBeDone: false })
}

function mayStillCome({ uncertainUntil }: Order, { doesOnce }: PayoutProvider, now: Date): boolean {
  return !doesOnce && uncertainUntil !== null && uncertainUntil > now
}

/** By the name that they have just told: their first answer, which said it, may never have come. */
async function callOff(
  provider: PaymentProvider,
  reference: OrderReference,
  { providerOrderId }: Collection,
): Promise<News> {
  return news(await told(provider.cancelCollection({ ...reference, providerOrderId })))
}

function news(collection: Collection | undefined): News {
  return collection ? { kind: 'collection', collection } : { kind: 'unknown' }
}

function referenceOf({ id, providerOrderId, fiatCurrency }: Order): OrderReference {
  return { orderId: id, providerOrderId, currency: fiatCurrency }
}

function collectionRequest({ platform }: PaymentParts, order: Order) {
  const { publicUrl } = platform.config
  return {
    ...referenceOf(order),
    userId: order.userId,
    amount: order.fiatAmount,
    method: order.method,
    contact: order.contact ?? {},
    webhookUrl: `${publicUrl}/api/v2/webhooks/payments/${order.provider}`,
    returnUrl: publicUrl,
  }
}

/**
 * Whoever paid by this method when it was ordered, and is gone, may have paid: then nobody else is asked to. If they were
 * never asked, nothing was paid.
 */
function payerOf(parts: PaymentParts, order: Order): PayoutProvider {
  const { method, fiatCurrency, providerOrderId, uncertainUntil } = order
  const own = parts.providers.payoutBy[method]
  if (own) return own
  const provider = providerOf(parts, order.provider)
  if (provider.serves(method, fiatCurrency, 'OFF_RAMP')) return provider
  const reason = `nobody pays by ${method} any more`
  if (providerOrderId === null && uncertainUntil === null) throw new ProviderRefusal(reason)
  throw new ProviderUncertain(reason, { mayBeDone: false })
}

function providerOf({ providers }: PaymentParts, name: string): PaymentProvider {
  const provider = providers.byName.get(name)
  if (!provider) throw new ProviderUncertain(`${name} is not configured any more`, { mayBeDone: false })
  return provider
}
