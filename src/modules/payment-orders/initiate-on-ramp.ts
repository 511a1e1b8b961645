import type { OrderId } from '../../events/payment-orders.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { requireMethodAvailable } from '../payment-providers/public/method-availability.ts'
import type { PaymentMethod } from '../payment-providers/public/payment-method.ts'
import { recordTransition } from './apply-order-event.ts'
import type { PaymentDeps } from './deps.ts'
import { errors } from './errors.ts'
import { INITIAL_STATUS } from './order-states.ts'
import type { Order } from './public/order.ts'
import { findOrder, findOrderByQuote, insertOrder } from './queries.ts'
import { consumeQuote } from './quotes/consume-quote.ts'
import type { QuoteId } from './quotes/quote-pricing.ts'
import { validateRecipient } from './recipient-details.ts'
import { reconcileOrder } from './reconciliation/reconcile-order.ts'

/** How long the user can pay, unless the provider sets another time. */
const PAYMENT_WINDOW_MS = 30 * MINUTE_MS

interface InitiateOnRamp {
  userId: UserId
  quoteId: QuoteId
  method: PaymentMethod
  phoneNumber?: string | undefined
  /** True if an earlier request with the same idempotency key may have created the order. */
  isRetry?: boolean
  now: Date
}

/**
 * Consumes the quote, creates the order and asks the provider to collect the payment. If the provider does not answer, the
 * order stays PENDING_PAYMENT and later polls repeat the request.
 */
export async function initiateOnRamp(deps: PaymentDeps, request: InitiateOnRamp): Promise<Order> {
  const id = await deps.platform.write((tx) => openOrder(tx, deps, request))
  await reconcileOrder(deps, id)
  const order = await findOrder(deps.platform.db, id)
  assert(order, `order ${id} was just created`)
  if (order.status === 'FAILED') throw errors.payment_refused({ extra: { orderId: id } })
  if (!order.providerOrderId)
    throw errors.provider_unavailable({ retryAfterSeconds: 30, extra: { orderId: id } })
  return order
}

async function openOrder(tx: Tx, { providers }: PaymentDeps, request: InitiateOnRamp): Promise<OrderId> {
  const { userId, quoteId, method, phoneNumber, isRetry = false, now } = request
  const existing = isRetry ? await findOrderByQuote(tx, quoteId, userId) : undefined
  if (existing?.direction === 'ON_RAMP' && existing.method === method) return existing.id
  const id: OrderId = newId()
  const quote = await consumeQuote(tx, { id: quoteId, userId, direction: 'ON_RAMP', now })
  requireMethodAvailable(providers, quote, method)
  const recipient = validateRecipient({
    method,
    currency: quote.fiatCurrency,
    direction: 'ON_RAMP',
    phoneNumber,
  })
  const status = INITIAL_STATUS.ON_RAMP
  const expiresAt = addMs(now, PAYMENT_WINDOW_MS)
  await insertOrder(tx, { id, quote, status, method, recipient, expiresAt, nextPollAt: now, now })
  await recordTransition(tx, (await findOrder(tx, id))!, { from: null, cause: 'initiated by the user', now })
  return id
}
