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
  | { kind: 'uncertain'; reason: string }
  /** There is nothing to ask. */
  | { kind: 'none' }

/** Asks the provider for the next thing that the order needs; what it already knows is asked first. */
export async function askAboutOrder(parts: PaymentParts, order: Order, now: Date): Promise<News> {
  try {
    return order.direction === 'ON_RAMP'
      ? await askAboutCollection(parts, order, now)
      : await askAboutPayout(parts, order)
  } catch (fault) {
    if (fault instanceof ProviderRefusal) return { kind: 'refused', reason: fault.message }
    if (!(fault instanceof ProviderUncertain))
      log.error({ orderId: order.id, fault: describeFault(fault) }, 'payments: a provider could not be asked')
    // A fault of ours after the request went out leaves as much open as one of theirs.
    return { kind: 'uncertain', reason: fault instanceof ProviderUncertain ? fault.message : 'a fault' }
  }
}

async function askAboutCollection(parts: PaymentParts, order: Order, now: Date): Promise<News> {
  const provider = providerOf(parts, order.provider)
  const reference = referenceOf(order)
  const mayBeKnown = order.tries > 1 || order.providerOrderId !== null
  switch (order.status) {
    case 'PENDING_PAYMENT': {
      const isLate = order.expiresAt !== null && order.expiresAt <= now
      const found = mayBeKnown ? await provider.findCollection(reference) : undefined
      if (found?.state === 'AWAITING' && isLate) return news(await provider.cancelCollection(reference))
      if (found) return news(found)
      return isLate ? { kind: 'unknown' } : news(await provider.collect(collectionRequest(parts, order)))
    }
    case 'EXPIRED':
    case 'CANCELLED':
    case 'FAILED': {
      const found = await provider.findCollection(reference)
      return news(found?.state === 'AWAITING' ? await provider.cancelCollection(reference) : found)
    }
    case 'REFUND_PENDING': {
      const found = order.tries > 1 ? await provider.findCollection(reference) : undefined
      if (found?.state === 'REFUNDED') return { kind: 'refund', state: 'REFUNDED' }
      if (found?.state === 'REFUNDING') return { kind: 'refund', state: 'PENDING' }
      const amount = order.receivedAmount ?? order.fiatAmount
      return { kind: 'refund', state: await provider.refund(reference, amount) }
    }
    default:
      return { kind: 'none' }
  }
}

/** Money goes out only for tokens that have arrived, and under one reference however often it is asked for. */
async function askAboutPayout(parts: PaymentParts, order: Order): Promise<News> {
  const provider: PayoutProvider = parts.providers.payoutBy[order.method] ?? providerOf(parts, order.provider)
  const reference = referenceOf(order)
  if (order.status === 'PAYOUT_SENT') {
    const payout = await provider.findPayout(reference)
    return payout
      ? { kind: 'payout', payout }
      : { kind: 'uncertain', reason: 'they know nothing of it any more' }
  }
  if (order.status !== 'PROCESSING' || !order.collectedAt) return { kind: 'none' }
  const found = order.tries > 1 ? await provider.findPayout(reference) : undefined
  const payout =
    found ??
    (await provider.pay({
      ...collectionRequest(parts, order),
      amount: netPayout(order),
      currency: order.fiatCurrency,
    }))
  return { kind: 'payout', payout }
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

function providerOf({ providers }: PaymentParts, name: string): PaymentProvider {
  const provider = providers.byName.get(name)
  if (!provider) throw new ProviderUncertain(`${name} is not configured any more`)
  return provider
}
