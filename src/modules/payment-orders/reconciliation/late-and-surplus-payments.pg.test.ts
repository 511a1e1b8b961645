import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MINUTE_MS, now } from '../../../platform/clock.ts'
import { log } from '../../../platform/log.ts'
import { auditLedger } from '../../ledger/public/audit-ledger.ts'
import { getTotals } from '../../ledger/public/get-totals.ts'
import type { FakeProvider } from '../../payment-providers/fake-provider-testbed.ts'
import { connectFonbnk, startFonbnk } from '../../payment-providers/fonbnk-testbed.ts'
import { outcomeOf } from '../../wallet/wallet-testbed.ts'
import { cancelOrder } from '../cancel-order.ts'
import type { PaymentDeps } from '../deps.ts'
import { initiateOnRamp } from '../initiate-on-ramp.ts'
import { createPaymentFixture, type PaymentFixture } from '../payment-orders-testbed.ts'
import { onProviderWebhook } from '../public/on-provider-webhook.ts'
import type { Order } from '../public/order.ts'
import { orderView } from '../public/order-view.ts'
import { retryOrder } from '../public/resolve-order.ts'
import { quoteOnRamp } from '../quotes/create-quote.ts'
import { RateCache } from '../quotes/rate-cache.ts'
import { findDiscrepancies } from './find-discrepancies.ts'
import { reconcileDueOrders } from './reconcile-order.ts'

/** Payments that arrive late, twice or with a wrong amount at the provider. */

let fixture: PaymentFixture
let fakeProvider: FakeProvider
let deps: PaymentDeps
const { level } = log
beforeAll(async () => {
  log.level = 'silent'
  fixture = await createPaymentFixture()
  fakeProvider = startFonbnk()
  const provider = connectFonbnk(fakeProvider)
  const providers = {
    defaultProvider: provider,
    byName: new Map([[provider.name, provider]]),
    payoutOverrides: {},
  }
  deps = { ...fixture.deps, providers, rates: new RateCache() }
})
afterAll(async () => {
  log.level = level
  await fakeProvider.stop()
  await fixture.stop()
})

async function buy(cryptoCurrency: 'GEMS' | 'CHAIN_USDT' = 'GEMS') {
  const caller = await fixture.addLearner()
  const { userId } = caller
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency } as const
  const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
  const order = await initiateOnRamp(deps, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  return { caller, order }
}

/** Changes the state at the provider, which the next scheduled poll reads; no webhook is sent. */
async function become({ id }: Order, change: Record<string, unknown>): Promise<void> {
  fakeProvider.set(id, change)
  await comeBy()
}

async function comeBy(): Promise<void> {
  fixture.time.advance(6 * MINUTE_MS)
  await reconcileDueOrders(deps)
}

async function receiveWebhook({ id }: Order): Promise<void> {
  await fixture.write((tx) => onProviderWebhook(tx, { provider: 'fonbnk', orderId: id, now: now() }))
  await comeBy()
}

const gemsOf = async ({ userId }: Order) => (await getTotals(fixture.database.query, userId)).totalGems
const decide = (order: Order, decision: 'ACCEPT' | 'REFUND') => fixture.decide(order, decision)

async function disagreementsAbout({ id }: Order): Promise<string[]> {
  const found: string[] = []
  for await (const { orderId, description: what } of findDiscrepancies(deps, now()))
    if (orderId === id) found.push(what)
  return found
}

describe('a payment that the provider has not settled', () => {
  test('an unsettled payment delivers nothing, also when it is returned to the payer', async () => {
    const { order } = await buy()
    for (const status of ['deposit_successful', 'payout_pending', 'payout_failed']) {
      await become(order, { status })
      expect(await fixture.statusHistory(order.id)).toEqual(['PENDING_PAYMENT', 'PAYMENT_RECEIVED'])
      expect(await gemsOf(order)).toBe(0)
      expect(await disagreementsAbout(order)).toEqual([])
    }
    await become(order, { status: 'refund_pending' })
    expect((await fixture.order(order.id)).status).toBe('UNDER_REVIEW')
    await decide(order, 'REFUND')
    await comeBy()
    expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUND_PENDING', reviewNote: null })
    await become(order, { status: 'refund_successful' })
    expect([(await fixture.order(order.id)).status, await gemsOf(order)]).toEqual(['REFUNDED', 0])
  })

  test('an order is delivered once when its payment settles, also after its expiry', async () => {
    const { order } = await buy()
    fakeProvider.set(order.id, { status: 'deposit_successful', expiresAt: now().toISOString() })
    for (let round = 0; round < 9; round++) await comeBy()
    const { status, reviewNote } = await fixture.order(order.id)
    expect([status, reviewNote]).toEqual(['PAYMENT_RECEIVED', 'the provider has not settled the payment'])
    await fixture.write((tx) => retryOrder(tx, { orderId: order.id, by: 'a person', now: now() }))
    await become(order, { status: 'payout_successful' })
    await receiveWebhook(order)
    expect(await fixture.order(order.id)).toMatchObject({ status: 'COMPLETED', reviewNote: null })
    expect(await gemsOf(order)).toBe(Number(order.tokenAmount))
    expect((await auditLedger(fixture.database)).faults).toEqual([])
    fakeProvider.set(order.id, { status: 'payout_failed' })
    expect(await disagreementsAbout(order)).toEqual(['the provider has no payment: its state is SETTLING'])
  })

  test('an unsettled payment cannot be cancelled, and is polled when the provider does not find it', async () => {
    const { order } = await buy()
    await become(order, { status: 'deposit_successful' })
    const { id, userId } = order
    const cancelling = fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'a test', now: now() }))
    expect(await outcomeOf(cancelling)).toBe('ORDER_NOT_CANCELLABLE')
    fakeProvider.deleteRecord(id)
    await comeBy()
    await become(order, { id: 'theirs', reference: id, status: 'payout_successful' })
    expect((await fixture.order(id)).status).toBe('COMPLETED')
  })

  test('an unsettled payment of a wrong amount is reviewed only after it settles', async () => {
    const { order } = await buy()
    await become(order, { status: 'deposit_successful', received: 4_000 })
    expect((await fixture.order(order.id)).status).toBe('PAYMENT_RECEIVED')
    await become(order, { status: 'payout_successful', received: 4_000 })
    expect([(await fixture.order(order.id)).status, await gemsOf(order)]).toEqual(['UNDER_REVIEW', 0])
  })

  test('an unsettled payment that disappears is reviewed', async () => {
    const { order } = await buy()
    await become(order, { status: 'payout_pending' })
    await become(order, { status: 'deposit_canceled' })
    expect([(await fixture.order(order.id)).status, await gemsOf(order)]).toEqual(['UNDER_REVIEW', 0])
  })

  test('a returned payment of a cancelled order needs no review', async () => {
    const { order } = await buy()
    const { id, userId } = order
    fakeProvider.set(id, { status: 'deposit_validating' })
    await fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'a test', now: now() }))
    fakeProvider.set(id, { status: 'payout_failed' })
    for (let round = 0; round < 9; round++) await comeBy()
    await become(order, { status: 'refund_successful' })
    expect(await fixture.order(id)).toMatchObject({ status: 'CANCELLED', reviewNote: null })
  })
})

test('an order under review is flagged when its payment disappears', async () => {
  const { order } = await buy()
  await become(order, { status: 'deposit_invalid', received: 4_000 })
  expect(await fixture.order(order.id)).toMatchObject({ status: 'UNDER_REVIEW', reviewNote: null })
  fakeProvider.set(order.id, { status: 'deposit_expired' })
  await receiveWebhook(order)
  expect(await fixture.order(order.id)).toMatchObject({
    status: 'UNDER_REVIEW',
    reviewNote: 'the payment is EXPIRED at the provider',
  })
})

test('a cancelled order is polled until the provider cancels it or reports a payment', async () => {
  const orders = [(await buy()).order, (await buy()).order]
  for (const order of orders) {
    const { id, userId } = order
    // The user has just reported the payment at the provider.
    fakeProvider.set(id, { status: 'deposit_validating' })
    await fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'a test', now: now() }))
    await comeBy()
    await comeBy()
    expect((await fixture.order(id)).status).toBe('CANCELLED')
  }
  const [paid, unpaid] = orders as [Order, Order]
  await become(paid, { status: 'payout_successful' })
  await become(unpaid, { status: 'deposit_expired' })
  expect((await fixture.order(paid.id)).status).toBe('UNDER_REVIEW')
  expect((await fixture.order(unpaid.id)).status).toBe('CANCELLED')
  const due = await fixture.database.query`
    select from payment_order where id in (${paid.id}, ${unpaid.id}) and next_poll_at is not null`
  expect(due).toHaveLength(0)
})

test('the payment details are shown only while the order is unpaid', async () => {
  const { order } = await buy()
  expect(orderView(order).accountDetails).toMatchObject({ accountNumber: '0123456789' })
  const shown = async ({ id }: Order) => {
    const { paymentUrl, accountDetails } = orderView(await fixture.order(id))
    return [paymentUrl, accountDetails]
  }
  await become(order, { status: 'deposit_successful' })
  expect(await shown(order)).toEqual([null, null])
  const { order: other } = await buy()
  const { id, userId } = other
  await fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'a test', now: now() }))
  expect(await shown(other)).toEqual([null, null])
})

test('a refund that the provider has started needs no manual refund', async () => {
  const { order } = await buy()
  await become(order, { status: 'deposit_invalid', received: 4_000 })
  expect((await fixture.order(order.id)).status).toBe('UNDER_REVIEW')
  fakeProvider.set(order.id, { status: 'refund_pending' })
  await decide(order, 'REFUND')
  await comeBy()
  expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUND_PENDING', reviewNote: null })
  await become(order, { status: 'refund_successful' })
  expect((await fixture.order(order.id)).status).toBe('REFUNDED')
})

test('an unsettled payment needs no manual refund, because the provider may return it', async () => {
  const { order } = await buy()
  await become(order, { status: 'deposit_invalid', received: 4_000 })
  fakeProvider.set(order.id, { status: 'payout_failed' })
  await decide(order, 'REFUND')
  await comeBy()
  expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUND_PENDING', reviewNote: null })
  for (let round = 0; round < 9; round++) await comeBy()
  expect((await fixture.order(order.id)).reviewNote).toBe('the provider has not finished the refund')
  await become(order, { status: 'refund_successful' })
  expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUNDED', reviewNote: null })
})

describe('a second payment for one order', () => {
  const SURPLUS = 'received 1000000 instead of 500000, in smallest units'

  test('a second payment after delivery is flagged and delivers nothing', async () => {
    const { order } = await buy()
    await become(order, { status: 'payout_successful', received: 5_000 })
    await receiveWebhook(order)
    expect(await fixture.order(order.id)).toMatchObject({ status: 'COMPLETED', reviewNote: null })
    fakeProvider.set(order.id, { received: 10_000 })
    expect(await disagreementsAbout(order)).toEqual(['the provider received 1000000, but 500000 is recorded'])
    await receiveWebhook(order)
    expect(await fixture.order(order.id)).toMatchObject({ status: 'COMPLETED', reviewNote: SURPLUS })
    expect(await gemsOf(order)).toBe(Number(order.tokenAmount))
  })

  test('a second payment during delivery is flagged after delivery', async () => {
    const { caller, order } = await buy('CHAIN_USDT')
    await become(order, { status: 'payout_successful', received: 5_000 })
    fakeProvider.set(order.id, { received: 10_000 })
    await receiveWebhook(order)
    expect((await fixture.order(order.id)).status).toBe('PROCESSING')
    await fixture.relay()
    await comeBy()
    expect(await fixture.order(order.id)).toMatchObject({ status: 'COMPLETED', reviewNote: SURPLUS })
    expect(await fixture.tokensOf(caller)).toBe(order.tokenAmount)
  })

  test('an accepted underpayment is not reported as a second payment', async () => {
    const { order } = await buy()
    await become(order, { status: 'deposit_invalid', received: 4_000 })
    await decide(order, 'ACCEPT')
    await receiveWebhook(order)
    expect(await fixture.order(order.id)).toMatchObject({ status: 'COMPLETED', reviewNote: null })
    expect(await disagreementsAbout(order)).toEqual([])
  })
})
