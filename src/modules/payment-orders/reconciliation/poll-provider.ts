import { describeError } from '../../../platform/describe-error.ts'
import { log } from '../../../platform/log.ts'
import {
  type Collection,
  type OrderReference,
  type PaymentProvider,
  type Payout,
  type PayoutProvider,
  ProviderRefusedError,
  ProviderUncertainError,
  type RefundState,
} from '../../payment-providers/public/provider.ts'
import type { PaymentDeps } from '../deps.ts'
import { netPayout, type Order } from '../public/order.ts'

/** What a provider said, or did not say. */
export type ProviderStatus =
  | { kind: 'collection'; collection: Collection }
  | { kind: 'payout'; payout: Payout }
  | { kind: 'refund'; state: RefundState }
  /** They know of nothing under this reference, and nothing is wanted of them any more. */
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  /** `mayHaveTakenEffect` when a request went out that may still have its effect. */
  | { kind: 'uncertain'; reason: string; mayHaveTakenEffect: boolean }
  /** An earlier request may still have its effect: nothing is asked for until that is known. */
  | { kind: 'waiting' }
  /** There is nothing to ask. */
  | { kind: 'none' }

/** Asks the provider for the next thing that the order needs; what it already knows is asked first. */
export async function pollProvider(deps: PaymentDeps, order: Order, now: Date): Promise<ProviderStatus> {
  try {
    return order.direction === 'ON_RAMP'
      ? await pollCollection(deps, order, now)
      : await pollPayout(deps, order, now)
  } catch (fault) {
    if (fault instanceof ProviderRefusedError) return { kind: 'refused', reason: fault.message }
    if (!(fault instanceof ProviderUncertainError))
      log.error({ orderId: order.id, fault: describeError(fault) }, 'payments: a provider could not be asked')
    // A fault of ours after the request went out leaves as much open as one of theirs.
    return fault instanceof ProviderUncertainError
      ? { kind: 'uncertain', reason: fault.message, mayHaveTakenEffect: fault.mayHaveTakenEffect }
      : { kind: 'uncertain', reason: 'a fault', mayHaveTakenEffect: true }
  }
}

async function pollCollection(deps: PaymentDeps, order: Order, now: Date): Promise<ProviderStatus> {
  const provider = providerByName(deps, order.provider)
  const reference = referenceOf(order)
  const mayBeKnown = order.tries > 1 || order.providerOrderId !== null
  switch (order.status) {
    case 'PENDING_PAYMENT': {
      const isLate = order.expiresAt !== null && order.expiresAt <= now
      const found = mayBeKnown ? await asUncertain(provider.findCollection(reference)) : undefined
      if (found?.state === 'AWAITING' && isLate) return cancelAtProvider(provider, reference, found)
      if (found) return collectionStatus(found)
      if (isLate) return { kind: 'unknown' }
      if (order.providerOrderId !== null) throw orderUnknownToProvider()
      if (isRequestOutstanding(order, provider, now)) return { kind: 'waiting' }
      return collectionStatus(await provider.collect(collectionRequest(deps, order)))
    }
    case 'EXPIRED':
    case 'CANCELLED':
    case 'FAILED': {
      const found = await asUncertain(provider.findCollection(reference))
      return found?.state === 'AWAITING'
        ? cancelAtProvider(provider, reference, found)
        : collectionStatus(found)
    }
    case 'PAYMENT_RECEIVED': {
      const found = await asUncertain(provider.findCollection(reference))
      if (!found) throw orderUnknownToProvider()
      return collectionStatus(found)
    }
    case 'PROCESSING':
    case 'COMPLETED':
    case 'UNDER_REVIEW':
      return collectionStatus(await asUncertain(provider.findCollection(reference)))
    case 'REFUND_PENDING': {
      // They may be giving it back by themselves, and then nobody else must.
      const found = await asUncertain(provider.findCollection(reference))
      if (found?.state === 'REFUNDED') return { kind: 'refund', state: 'REFUNDED' }
      // What is not ours yet cannot be given back by us; it may go back by itself.
      if (found?.state === 'REFUNDING' || found?.state === 'COMING')
        return { kind: 'refund', state: 'PENDING' }
      if (found?.state === 'REFUND_FAILED') return { kind: 'refund', state: 'MANUAL' }
      const amount = order.receivedAmount ?? order.fiatAmount
      return { kind: 'refund', state: await provider.refund(reference, amount) }
    }
    default:
      return { kind: 'none' }
  }
}

/** Money goes out only for tokens that have arrived, and under one reference however often it is asked for. */
async function pollPayout(deps: PaymentDeps, order: Order, now: Date): Promise<ProviderStatus> {
  const isWanted = order.status === 'PROCESSING' && order.collectedAt !== null
  if (!isWanted && order.status !== 'PAYOUT_SENT') return { kind: 'none' }
  const provider = payoutProviderFor(deps, order)
  const reference = referenceOf(order)
  if (order.status === 'PAYOUT_SENT') {
    const payout = await asUncertain(provider.findPayout(reference))
    if (!payout) throw orderUnknownToProvider()
    return { kind: 'payout', payout }
  }
  const found = order.tries > 1 ? await asUncertain(provider.findPayout(reference)) : undefined
  if (found) return { kind: 'payout', payout: found }
  if (order.providerOrderId !== null) throw orderUnknownToProvider()
  if (isRequestOutstanding(order, provider, now)) return { kind: 'waiting' }
  const payout = await provider.payOut({
    ...collectionRequest(deps, order),
    amount: netPayout(order),
    currency: order.fiatCurrency,
  })
  return { kind: 'payout', payout }
}

/** A question does nothing; and whoever refuses to tell what became of something has not refused to do it. */
async function asUncertain<Known>(request: Promise<Known>): Promise<Known> {
  try {
    return await request
  } catch (fault) {
    if (!(fault instanceof ProviderRefusedError || fault instanceof ProviderUncertainError)) throw fault
    throw new ProviderUncertainError(`they do not tell: ${fault.message}`, { mayHaveTakenEffect: false })
  }
}

/** What they have taken they cannot but know: to ask for it again might have it done twice. */
function orderUnknownToProvider(): ProviderUncertainError {
  return new ProviderUncertainError('they know nothing of it any more', { mayHaveTakenEffect: false })
}

function isRequestOutstanding(
  { uncertainUntil }: Order,
  { isIdempotent }: PayoutProvider,
  now: Date,
): boolean {
  return !isIdempotent && uncertainUntil !== null && uncertainUntil > now
}

/** By the name that they have just told: their first answer, which said it, may never have come. */
async function cancelAtProvider(
  provider: PaymentProvider,
  reference: OrderReference,
  { providerOrderId }: Collection,
): Promise<ProviderStatus> {
  return collectionStatus(await asUncertain(provider.cancelCollection({ ...reference, providerOrderId })))
}

function collectionStatus(collection: Collection | undefined): ProviderStatus {
  return collection ? { kind: 'collection', collection } : { kind: 'unknown' }
}

function referenceOf({ id, providerOrderId, fiatCurrency }: Order): OrderReference {
  return { orderId: id, providerOrderId, currency: fiatCurrency }
}

function collectionRequest({ platform }: PaymentDeps, order: Order) {
  const { publicUrl } = platform.config
  return {
    ...referenceOf(order),
    userId: order.userId,
    amount: order.fiatAmount,
    method: order.method,
    recipient: order.contact ?? {},
    webhookUrl: `${publicUrl}/api/v2/webhooks/payments/${order.provider}`,
    returnUrl: publicUrl,
  }
}

/**
 * Whoever paid by this method when it was ordered, and is gone, may have paid: then nobody else is asked to. If they were
 * never asked, nothing was paid.
 */
function payoutProviderFor(deps: PaymentDeps, order: Order): PayoutProvider {
  const { method, fiatCurrency, providerOrderId, uncertainUntil } = order
  const own = deps.providers.payoutOverrides[method]
  if (own) return own
  const provider = providerByName(deps, order.provider)
  if (provider.supports(method, fiatCurrency, 'OFF_RAMP')) return provider
  const reason = `nobody pays by ${method} any more`
  if (providerOrderId === null && uncertainUntil === null) throw new ProviderRefusedError(reason)
  throw new ProviderUncertainError(reason, { mayHaveTakenEffect: false })
}

function providerByName({ providers }: PaymentDeps, name: string): PaymentProvider {
  const provider = providers.byName.get(name)
  if (!provider)
    throw new ProviderUncertainError(`${name} is not configured any more`, { mayHaveTakenEffect: false })
  return provider
}
