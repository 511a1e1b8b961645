import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { applyRules } from '../../../test/harness/apply-rules.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { accountDeleted } from '../../events/accounts.ts'
import { DAY_MS, MINUTE_MS, now } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { outcomeOf } from '../wallet/wallet-testbed.ts'
import { applyOrderEvent } from './apply-order-event.ts'
import { cancelOrder } from './cancel-order.ts'
import { initiateOnRamp } from './initiate-on-ramp.ts'
import { createPaymentFixture, type PaymentFixture } from './payment-orders-testbed.ts'
import { exportPersonalData } from './personal-data.ts'
import { listAllOrders, listOwnOrders } from './public/list-orders.ts'
import { onProviderWebhook } from './public/on-provider-webhook.ts'
import type { Order } from './public/order.ts'
import { markRefunded, retryOrder } from './public/resolve-order.ts'
import { lockOrder, updateDetails } from './queries.ts'
import { quoteRetention } from './retention.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.stop())

/** Polls the provider, as a webhook would trigger it. */
async function pollProvider(order: Order): Promise<void> {
  await fixture.write((tx) => onProviderWebhook(tx, { provider: 'sandbox', orderId: order.id, now: now() }))
  await fixture.reconcile()
}

const statusOf = async ({ id }: Order) => (await fixture.order(id)).status

test('tokens are delivered when the provider reports the payment, not because of a webhook', async () => {
  const caller = await fixture.addLearner()
  const order = await fixture.buy(caller, 1_300)
  await pollProvider(order)
  expect(await statusOf(order)).toBe('PENDING_PAYMENT')
  await fixture.press(order)
  await pollProvider(order)
  await pollProvider(order)
  expect(await fixture.statusHistory(order.id)).toEqual(['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING'])
  expect(await fixture.tokensOf(caller)).toBe(0n)
  await fixture.relay()
  expect(await statusOf(order)).toBe('COMPLETED')
  expect(await fixture.tokensOf(caller)).toBe(order.tokenAmount)
  await pollProvider(order)
  await fixture.relay()
  expect(await fixture.tokensOf(caller)).toBe(order.tokenAmount)
  expect((await auditLedger(fixture.database)).faults).toEqual([])
})

test('bought gems come from the sales account, and the ledger balances', async () => {
  const caller = await fixture.addLearner()
  const order = await fixture.buy(caller, 1_300, { asset: 'GEMS' })
  await fixture.press(order)
  await pollProvider(order)
  expect(await statusOf(order)).toBe('COMPLETED')
  expect((await getTotals(fixture.database.query, caller.userId)).totalGems).toBe(975)
  const [sold] = await fixture.database.query<{ amount: bigint }>`
    select amount from ledger_entry join ledger_transfer as transfer on transfer.id = transfer_id
    where account = 'house:sales' and transfer.source = ${`order:${order.id}:gems`}`
  expect(sold!.amount).toBe(-975n)
  expect((await auditLedger(fixture.database)).faults).toEqual([])
})

describe('forced outcomes of the provider', () => {
  test('a wrong amount is reviewed, and an operator accepts or refunds it', async () => {
    const caller = await fixture.addLearner()
    const orders = [await fixture.buy(caller, 1_701), await fixture.buy(caller, 2_701)]
    for (const order of orders) {
      await fixture.press(order)
      await pollProvider(order)
      expect(await fixture.order(order.id)).toMatchObject({
        status: 'UNDER_REVIEW',
        receivedAmount: (order.fiatAmount * 9n) / 10n,
      })
    }
    await fixture.relay()
    expect(await fixture.tokensOf(caller)).toBe(0n)
    const [accepted, returned] = orders as [Order, Order]
    await fixture.decide(accepted, 'ACCEPT')
    expect(await outcomeOf(fixture.decide(accepted, 'REFUND'))).toBe('MOVE_NOT_ALLOWED')
    await fixture.decide(returned, 'REFUND')
    await fixture.runUntilIdle()
    expect(await statusOf(accepted)).toBe('COMPLETED')
    expect((await fixture.statusHistory(returned.id)).slice(-2)).toEqual(['REFUND_PENDING', 'REFUNDED'])
    expect(await fixture.tokensOf(caller)).toBe(accepted.tokenAmount)
  })

  test('a failed, expired or refused payment ends the order without delivery', async () => {
    const caller = await fixture.addLearner()
    const failing = await fixture.buy(caller, 1_702)
    await fixture.press(failing)
    await pollProvider(failing)
    expect(await statusOf(failing)).toBe('FAILED')
    const expiring = await fixture.buy(caller, 1_705)
    await pollProvider(expiring)
    expect(await statusOf(expiring)).toBe('EXPIRED')
    const declined = await fixture.buy(caller, 1_300)
    await fixture.press(declined, 'declined')
    await pollProvider(declined)
    expect(await statusOf(declined)).toBe('FAILED')
    expect(await outcomeOf(fixture.buy(caller, 1_707))).toBe('PAYMENT_REFUSED')
    await fixture.relay()
    expect(await fixture.tokensOf(caller)).toBe(0n)
  })

  test.each([
    ['is away', 1_703],
    ['gives no answer after it took the order', 1_704],
  ])('a provider that %s leaves the order waiting, and it can be paid later', async (_, amount) => {
    const caller = await fixture.addLearner()
    expect(await outcomeOf(fixture.buy(caller, amount))).toBe('PROVIDER_UNAVAILABLE')
    const [{ id }] = (await fixture.database.query<{ id: Order['id'] }>`
      select id from payment_order where user_id = ${caller.userId}`) as [{ id: Order['id'] }]
    expect(await fixture.order(id)).toMatchObject({ status: 'PENDING_PAYMENT', paymentUrl: null })
    fixture.time.advance(MINUTE_MS)
    await fixture.reconcile()
    const order = await fixture.order(id)
    expect(order.paymentUrl).toStartWith(fixture.sandboxUrl)
    await fixture.press(order)
    await pollProvider(order)
    await fixture.runUntilIdle()
    expect(await statusOf(order)).toBe('COMPLETED')
    expect(await fixture.tokensOf(caller)).toBe(order.tokenAmount)
  })

  test('a payment without a webhook is found by polling', async () => {
    const caller = await fixture.addLearner()
    const order = await fixture.buy(caller, 1_706)
    await fixture.press(order)
    fixture.time.advance(MINUTE_MS)
    await fixture.reconcile()
    await fixture.runUntilIdle()
    expect(await statusOf(order)).toBe('COMPLETED')
  })
})

test.each([
  ['after the delivery', 1_300, 'COMPLETED'],
  ['during a review', 1_701, 'UNDER_REVIEW'],
])('a payment that the provider returns %s is flagged for operators', async (_, amount, status) => {
  const caller = await fixture.addLearner()
  const order = await fixture.buy(caller, amount, { asset: 'GEMS' })
  await fixture.press(order)
  await pollProvider(order)
  expect(await fixture.order(order.id)).toMatchObject({ status, reviewNote: null })
  const reference = {
    orderId: order.id,
    providerOrderId: order.providerOrderId,
    currency: order.fiatCurrency,
  }
  await fixture.deps.providers.defaultProvider!.refund(reference, order.fiatAmount)
  await pollProvider(order)
  const { reviewNote, ...after } = await fixture.order(order.id)
  expect([after.status, reviewNote]).toEqual([status as never, 'the provider refunded the payment'])
})

describe('an unpaid order', () => {
  test('an unpaid order expires and can no longer be paid', async () => {
    const caller = await fixture.addLearner()
    const order = await fixture.buy(caller, 1_300)
    fixture.time.advance(31 * MINUTE_MS)
    await fixture.reconcile()
    expect(await statusOf(order)).toBe('EXPIRED')
    await fixture.press(order)
    await fixture.runUntilIdle()
    expect(await statusOf(order)).toBe('EXPIRED')
    expect(await fixture.tokensOf(caller)).toBe(0n)
  })

  test('only its user can cancel an order, and a later payment is reviewed', async () => {
    const [caller, otherUser] = [await fixture.addLearner(), await fixture.addLearner()]
    const order = await fixture.buy(caller, 1_300)
    const cancel = ({ userId }: typeof caller, { id }: Order) =>
      fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'a test', now: now() }))
    expect(await outcomeOf(cancel(otherUser, order))).toBe('NOT_FOUND')
    await cancel(caller, order)
    expect(await outcomeOf(cancel(caller, order))).toBe('ORDER_NOT_CANCELLABLE')
    await fixture.press(order)
    await fixture.runUntilIdle()
    expect(await statusOf(order)).toBe('UNDER_REVIEW')
    const other = await fixture.buy(caller, 1_300)
    await cancel(caller, other)
    await fixture.reconcile()
    await fixture.press(other)
    await fixture.runUntilIdle()
    expect(await statusOf(other)).toBe('CANCELLED')
  })
})

test('of fifty concurrent requests with one quote, one creates an order with one collection', async () => {
  const caller = await fixture.addLearner()
  const { id: quoteId } = await fixture.quoteOn(caller, 1_300)
  const { userId } = caller
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      outcomeOf(initiateOnRamp(fixture.deps, { userId, quoteId, method: 'CARD', now: now() })),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'QUOTE_ALREADY_USED')).toHaveLength(49)
})

test('a retry returns the existing order only for the same user, quote and method', async () => {
  const [{ userId }, otherUser] = [await fixture.addLearner(), await fixture.addLearner()]
  const { id: quoteId } = await fixture.quoteOn({ userId } as typeof otherUser, 1_300)
  const wanted = { userId, quoteId, method: 'CARD' as const, now: now() }
  const order = await initiateOnRamp(fixture.deps, { ...wanted, isRetry: true })
  const again = await initiateOnRamp(fixture.deps, { ...wanted, isRetry: true })
  expect([again.id, again.providerOrderId]).toEqual([order.id, order.providerOrderId])
  expect(await fixture.statusHistory(order.id)).toEqual(['PENDING_PAYMENT'])
  for (const other of [wanted, { ...wanted, isRetry: true, method: 'BANK_TRANSFER' as const }])
    expect(await outcomeOf(initiateOnRamp(fixture.deps, other))).toBe('QUOTE_ALREADY_USED')
  const foreign = { ...wanted, isRetry: true, userId: otherUser.userId }
  expect(await outcomeOf(initiateOnRamp(fixture.deps, foreign))).toBe('NOT_FOUND')
})

test('of ten concurrent polls of one payment, one delivers', async () => {
  const caller = await fixture.addLearner()
  const order = await fixture.buy(caller, 1_300)
  await fixture.press(order)
  await Promise.all(Array.from({ length: 10 }, () => pollProvider(order)))
  await fixture.runUntilIdle()
  expect(await fixture.tokensOf(caller)).toBe(order.tokenAmount)
  expect(await fixture.statusHistory(order.id)).toHaveLength(4)
})

test('a failed mint leads to a refund', async () => {
  const caller = await fixture.addLearner()
  const order = await fixture.buy(caller, 1_300)
  await fixture.press(order)
  await pollProvider(order)
  // The reference is already used, so the contract refuses it.
  await fixture.database.query`
    update chain_transaction set function_name = 'burn', call_data = decode('00112233', 'hex')
    where reference = ${`payment:${order.id}:deliver`}`
  await fixture.runUntilIdle()
  expect(await fixture.statusHistory(order.id)).toEqual([
    'PENDING_PAYMENT',
    'PAYMENT_RECEIVED',
    'PROCESSING',
    'FAILED',
    'REFUND_PENDING',
    'REFUNDED',
  ])
  expect((await auditLedger(fixture.database)).faults).toEqual([])
})

test('operator actions are allowed only in matching statuses', async () => {
  const caller = await fixture.addLearner()
  const order = await fixture.buy(caller, 1_300)
  const { orders, total } = await listAllOrders(fixture.database.query, { page: 1, limit: 1 })
  expect(orders.map(({ id }) => id)).toEqual([order.id])
  expect(total).toBeGreaterThan(1)
  const completed = await listAllOrders(fixture.database.query, { status: 'COMPLETED', page: 1, limit: 100 })
  expect(completed.orders.every(({ status }) => status === 'COMPLETED')).toBe(true)
  const decision = { orderId: order.id, by: 'a person', now: now() }
  await fixture.write((tx) => retryOrder(tx, decision))
  expect(await outcomeOf(fixture.write((tx) => markRefunded(tx, decision)))).toBe('MOVE_NOT_ALLOWED')
  await fixture.press(order)
  await pollProvider(order)
  expect(await outcomeOf(fixture.write((tx) => retryOrder(tx, decision)))).toBe('MOVE_NOT_ALLOWED')
  await fixture.runUntilIdle()
})

describe('personal data', () => {
  test('phone numbers are exported, and erased with the account once the order is closed', async () => {
    const caller = await fixture.addLearner(5_000_000n)
    const phone = '+254712345678'
    const unpaid = await fixture.buy(caller, 1_300, { phone })
    const sale = await fixture.sell(caller, 5, phone)
    expect(JSON.stringify(await exportPersonalData(fixture.database.query, caller.userId))).toContain(phone)
    await fixture.write(async (tx) =>
      tx.emit(accountDeleted({ userId: caller.userId, at: now().toISOString() } as never)),
    )
    expect(await statusOf(unpaid)).toBe('CANCELLED')
    expect((await fixture.order(unpaid.id)).recipient).toBeNull()
    // The answer of an earlier poll may be stored only now.
    const accountDetails = { bankName: 'Bank', accountNumber: '1', accountName: 'Somebody' }
    await fixture.write((tx) => updateDetails(tx, unpaid.id, { providerOrderId: 'late', accountDetails }))
    expect((await fixture.order(unpaid.id)).accountDetails).toBeNull()
    expect((await fixture.order(sale.id)).recipient).toEqual({ phoneNumber: phone })
    await fixture.runUntilIdle()
    expect(await fixture.order(sale.id)).toMatchObject({ status: 'COMPLETED', recipient: null })
    expect(JSON.stringify(await exportPersonalData(fixture.database.query, caller.userId))).not.toContain(
      phone,
    )
  })

  const leave = ({ userId }: { userId: UserId }) =>
    fixture.write(async (tx) => tx.emit(accountDeleted({ userId, at: now().toISOString() } as never)))

  test('the recipient of a failed payment is erased with the account', async () => {
    const caller = await fixture.addLearner()
    const failing = await fixture.buy(caller, 1_300, { phone: '+254712345702' })
    await fixture.press(failing)
    await pollProvider(failing)
    expect(await outcomeOf(fixture.buy(caller, 1_300, { phone: '+254712345707' }))).toBe('PAYMENT_REFUSED')
    await leave(caller)
    const { orders } = await listOwnOrders(fixture.database.query, caller.userId, { page: 1, limit: 10 })
    expect(
      orders.map(({ status, recipient, accountDetails }) => [status, recipient, accountDetails]),
    ).toEqual([
      ['FAILED', null, null],
      ['FAILED', null, null],
    ])
  })

  test('an order whose delivery fails keeps the recipient of an erased user until the payment is refunded', async () => {
    const caller = await fixture.addLearner()
    const phoneNumber = '+254712345678'
    const order = await fixture.buy(caller, 1_300, { phone: phoneNumber })
    await fixture.press(order)
    await pollProvider(order)
    await leave(caller)
    await fixture.database.query`
      update chain_transaction set function_name = 'burn', call_data = decode('00112233', 'hex')
      where reference = ${`payment:${order.id}:deliver`}`
    await fixture.relay()
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'REFUND_PENDING',
      recipient: { phoneNumber },
    })
    await fixture.runUntilIdle()
    expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUNDED', recipient: null })
  })

  test('personal data is erased also if the order is paid during the account deletion', async () => {
    const caller = await fixture.addLearner()
    const { id } = await fixture.buy(caller, 1_300, { asset: 'GEMS', phone: '+254712345678' })
    const [isLocked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const paying = fixture.write(async (tx) => {
      await applyOrderEvent(tx, (await lockOrder(tx, id))!, 'settled', { now: now() })
      isLocked.resolve()
      await mayCommit.promise
    })
    await isLocked.promise
    const leaving = leave(caller)
    await waitUntil(async () => {
      const waiting = await fixture.database.query`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    mayCommit.resolve()
    await paying
    expect(await outcomeOf(leaving)).toBe('done')
    expect(await fixture.order(id)).toMatchObject({ status: 'COMPLETED', recipient: null })
  })

  test('unused quotes are deleted after a day', async () => {
    const caller = await fixture.addLearner()
    await fixture.quoteOn(caller, 500)
    const count = async () =>
      (await fixture.database.query`select from payment_quote where user_id = ${caller.userId}`).length
    await applyRules(fixture.database.query, quoteRetention, now())
    expect(await count()).toBe(1)
    fixture.time.advance(DAY_MS + 6 * MINUTE_MS)
    await applyRules(fixture.database.query, quoteRetention, now())
    expect(await count()).toBe(0)
  })
})
