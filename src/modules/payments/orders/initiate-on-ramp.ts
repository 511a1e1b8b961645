import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { assert } from '../../../platform/errors.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import type { PaymentMethod } from '../method.ts'
import type { PaymentParts } from '../parts.ts'
import { requireOffered } from '../providers/offer.ts'
import { spendQuote } from '../quotes/spend-quote.ts'
import { advanceOrder } from '../reconcile/advance-order.ts'
import { contactFor } from './contact.ts'
import { noteMove } from './move-order.ts'
import { FIRST, type Order, type OrderId, type QuoteId } from './order.ts'
import { findOrder, findOrderOf, insertOrder } from './queries.ts'

/** So long money may come, unless the provider says otherwise. */
const PAYMENT_MS = 30 * MINUTE_MS

interface InitiateOnRamp {
  userId: UserId
  quoteId: QuoteId
  method: PaymentMethod
  phoneNumber?: string | undefined
  /** It may have been begun before, by a process that is gone or when the provider was away. */
  goesOn?: boolean
  now: Date
}

/**
 * Uses the quote up and asks the provider to take the money. A provider that does not answer leaves the order waiting: the
 * sweep asks again, and until it has an answer nobody can pay.
 */
export async function initiateOnRamp(parts: PaymentParts, request: InitiateOnRamp): Promise<Order> {
  const id = await parts.platform.write((tx) => openOrder(tx, parts, request))
  await advanceOrder(parts, id)
  const order = await findOrder(parts.platform.db, id)
  assert(order, `${id} was just made`)
  if (order.status === 'FAILED') throw errors.payment_refused({ extra: { orderId: id } })
  if (!order.providerOrderId)
    throw errors.provider_unavailable({ retryAfterSeconds: 30, extra: { orderId: id } })
  return order
}

async function openOrder(tx: Tx, { providers }: PaymentParts, request: InitiateOnRamp): Promise<OrderId> {
  const { userId, quoteId, method, phoneNumber, goesOn = false, now } = request
  const begun = goesOn ? await findOrderOf(tx, quoteId, userId) : undefined
  if (begun?.direction === 'ON_RAMP' && begun.method === method) return begun.id
  const id: OrderId = newId()
  const quote = await spendQuote(tx, { id: quoteId, userId, direction: 'ON_RAMP', now })
  requireOffered(providers, quote, method)
  const contact = contactFor({ method, currency: quote.fiatCurrency, direction: 'ON_RAMP', phoneNumber })
  const status = FIRST.ON_RAMP
  const expiresAt = later(now, PAYMENT_MS)
  await insertOrder(tx, { id, quote, status, method, contact, expiresAt, checkAt: now, now })
  await noteMove(tx, (await findOrder(tx, id))!, { from: null, cause: 'initiated by the user', now })
  return id
}
