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
import type { Order } from '../public/order.ts'
import { netPayout } from '../quotes/quote-pricing.ts'

/** The result of a poll. */
export type ProviderStatus =
  | { kind: 'collection'; collection: Collection }
  | { kind: 'payout'; payout: Payout }
  | { kind: 'refund'; state: RefundState }
  /** The provider has no order with this reference, and the order needs none. */
  | { kind: 'unknown' }
  | { kind: 'refused'; reason: string }
  /** The provider gave no usable answer. */
  | { kind: 'uncertain'; reason: string; mayHaveTakenEffect: boolean }
  /** An earlier request may still take effect, so it is not repeated. */
  | { kind: 'waiting' }
  /** The order needs no poll. */
  | { kind: 'none' }

/** Reads the order's state at the provider, and sends the next request that the order needs. */
export async function pollProvider(deps: PaymentDeps, order: Order, now: Date): Promise<ProviderStatus> {
  try {
    return order.direction === 'ON_RAMP'
      ? await pollCollection(deps, order, now)
      : await pollPayout(deps, order, now)
  } catch (error) {
    if (error instanceof ProviderRefusedError) return { kind: 'refused', reason: error.message }
    if (!(error instanceof ProviderUncertainError))
      log.error({ orderId: order.id, error: describeError(error) }, 'payments: provider poll failed')
    // An error of ours may occur after the request was sent.
    return error instanceof ProviderUncertainError
      ? { kind: 'uncertain', reason: error.message, mayHaveTakenEffect: error.mayHaveTakenEffect }
      : { kind: 'uncertain', reason: 'internal error', mayHaveTakenEffect: true }
  }
}

async function pollCollection(deps: PaymentDeps, order: Order, now: Date): Promise<ProviderStatus> {
  const provider = providerByName(deps, order.provider)
  const reference = referenceOf(order)
  const mayBeKnown = order.pollAttempts > 1 || order.providerOrderId !== null
  switch (order.status) {
    case 'PENDING_PAYMENT': {
      const isLate = order.expiresAt !== null && order.expiresAt <= now
      const found = mayBeKnown ? await asUncertain(provider.findCollection(reference)) : undefined
      if (found?.state === 'AWAITING_PAYMENT' && isLate) return cancelAtProvider(provider, reference, found)
      if (found) return collectionStatus(found)
      if (isLate) return { kind: 'unknown' }
      if (order.providerOrderId !== null) throw orderUnknownToProvider()
      if (!provider.isIdempotent && isRequestOutstanding(order, now)) return { kind: 'waiting' }
      return collectionStatus(await provider.collect(collectionRequest(deps, order)))
    }
    case 'EXPIRED':
    case 'CANCELLED':
    case 'FAILED': {
      const found = await asUncertain(provider.findCollection(reference))
      return found?.state === 'AWAITING_PAYMENT'
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
      // The provider may be refunding on its own.
      const found = await asUncertain(provider.findCollection(reference))
      if (found?.state === 'REFUNDED') return { kind: 'refund', state: 'REFUNDED' }
      // A payment that is not settled cannot be refunded; the provider may return it.
      if (found?.state === 'REFUNDING' || found?.state === 'SETTLING')
        return { kind: 'refund', state: 'PENDING' }
      if (found?.state === 'REFUND_FAILED') return { kind: 'refund', state: 'MANUAL' }
      const amount = order.receivedAmount ?? order.fiatAmount
      return { kind: 'refund', state: await provider.refund(reference, amount) }
    }
    default:
      return { kind: 'none' }
  }
}

/** Pays out only after the tokens arrived, with the order id as the reference of every attempt. */
async function pollPayout(deps: PaymentDeps, order: Order, now: Date): Promise<ProviderStatus> {
  const isWanted = order.status === 'PROCESSING' && order.tokensCollectedAt !== null
  if (!isWanted && order.status !== 'PAYOUT_SENT') return { kind: 'none' }
  const provider = payoutProviderFor(deps, order)
  const reference = referenceOf(order)
  if (order.status === 'PAYOUT_SENT') {
    const payout = await asUncertain(provider.findPayout(reference))
    if (!payout) throw orderUnknownToProvider()
    return { kind: 'payout', payout }
  }
  const found = order.pollAttempts > 1 ? await asUncertain(provider.findPayout(reference)) : undefined
  if (found) return { kind: 'payout', payout: found }
  if (order.providerOrderId !== null) throw orderUnknownToProvider()
  if (!provider.isIdempotent && isRequestOutstanding(order, now)) return { kind: 'waiting' }
  const payout = await provider.payOut({
    ...collectionRequest(deps, order),
    amount: netPayout(order),
    currency: order.fiatCurrency,
  })
  return { kind: 'payout', payout }
}

/**
 * Converts an error of a read-only provider call to `ProviderUncertainError`: a failed status query does not mean that the
 * payment was refused.
 */
async function asUncertain<Known>(request: Promise<Known>): Promise<Known> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof ProviderRefusedError || error instanceof ProviderUncertainError)) throw error
    throw new ProviderUncertainError(`status query failed: ${error.message}`, { mayHaveTakenEffect: false })
  }
}

/**
 * The provider no longer finds an order that it confirmed earlier. The request is never repeated, because it could be
 * executed twice.
 */
function orderUnknownToProvider(): ProviderUncertainError {
  return new ProviderUncertainError('the provider no longer finds the order', { mayHaveTakenEffect: false })
}

export function isRequestOutstanding({ requestOutstandingUntil }: Order, now: Date): boolean {
  return requestOutstandingUntil !== null && requestOutstandingUntil > now
}

/** Cancels with the id that the status query returned: the order has none if the first response was lost. */
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
    recipient: order.recipient ?? {},
    webhookUrl: `${publicUrl}/api/v2/webhooks/payments/${order.provider}`,
    returnUrl: publicUrl,
  }
}

/**
 * Returns the provider for this payout. If the provider of this method was removed: refuses when it was never called
 * (nothing was paid), else reports uncertain.
 */
function payoutProviderFor(deps: PaymentDeps, order: Order): PayoutProvider {
  const { method, fiatCurrency, providerOrderId, requestOutstandingUntil } = order
  const override = deps.providers.payoutOverrides[method]
  if (override) return override
  const provider = providerByName(deps, order.provider)
  if (provider.supports(method, fiatCurrency, 'OFF_RAMP')) return provider
  const reason = `no provider pays out by ${method}`
  if (providerOrderId === null && requestOutstandingUntil === null) throw new ProviderRefusedError(reason)
  throw new ProviderUncertainError(reason, { mayHaveTakenEffect: false })
}

function providerByName({ providers }: PaymentDeps, name: string): PaymentProvider {
  const provider = providers.byName.get(name)
  if (!provider)
    throw new ProviderUncertainError(`provider ${name} is not configured`, { mayHaveTakenEffect: false })
  return provider
}
