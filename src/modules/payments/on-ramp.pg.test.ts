import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { until } from '../../../test/harness/until.ts'
import { DAY_MS, MINUTE_MS, now } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { accountDeleted } from '../identity/events.ts'
import { auditLedger } from '../rewards/audit/audit-ledger.ts'
import { getTotals } from '../rewards/ledger/get-totals.ts'
import { outcomeOf } from '../wallet/wallet-testbed.ts'
import { cancelOrder } from './orders/cancel-order.ts'
import { initiateOnRamp } from './orders/initiate-on-ramp.ts'
import { listAllOrders, listOwnOrders } from './orders/list-orders.ts'
import type { Order } from './orders/order.ts'
import { lockOrder, updateDetails } from './orders/queries.ts'
import { markRefunded, resolveReview, retryOrder } from './orders/resolve-order.ts'
import { createPaymentBed, type PaymentBed } from './payments-testbed.ts'
import { exportPayments } from './personal-data.ts'
import { tidyQuotes } from './quotes/tidy-quotes.ts'
import { hearProvider } from './reconcile/hear-provider.ts'
import { takePayment } from './reconcile/record-news.ts'

setDefaultTimeout(120_000)

let bed: PaymentBed
beforeAll(async () => {
  bed = await createPaymentBed()
})
afterAll(() => bed.stop())

/** What a webhook leads to, whether or not one comes. */
async function lookAgain(order: Order): Promise<void> {
  await bed.write((tx) => hearProvider(tx, { provider: 'sandbox', orderId: order.id, now: now() }))
  await bed.sweep()
}

const statusOf = async ({ id }: Order) => (await bed.order(id)).status

test('tokens are delivered once the provider says that the money is there, and not because a webhook says so', async () => {
  const caller = await bed.addLearner()
  const order = await bed.buy(caller, 1_300)
  await lookAgain(order)
  expect(await statusOf(order)).toBe('PENDING_PAYMENT')
  await bed.press(order)
  await lookAgain(order)
  await lookAgain(order)
  expect(await bed.way(order.id)).toEqual(['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING'])
  expect(await bed.tokensOf(caller)).toBe(0n)
  await bed.relay()
  expect(await statusOf(order)).toBe('COMPLETED')
  expect(await bed.tokensOf(caller)).toBe(order.tokenAmount)
  await lookAgain(order)
  await bed.relay()
  expect(await bed.tokensOf(caller)).toBe(order.tokenAmount)
  expect((await auditLedger(bed.database)).faults).toEqual([])
})

test('gems are in the books with the payment, from the account of sales, and the books close', async () => {
  const caller = await bed.addLearner()
  const order = await bed.buy(caller, 1_300, { asset: 'GEMS' })
  await bed.press(order)
  await lookAgain(order)
  expect(await statusOf(order)).toBe('COMPLETED')
  expect((await getTotals(bed.database.query, caller.userId)).totalGems).toBe(975)
  const [sold] = await bed.database.query<{ amount: bigint }>`
    select amount from ledger_entry join ledger_transfer as transfer on transfer.id = transfer_id
    where account = 'house:sales' and transfer.source = ${`order:${order.id}:gems`}`
  expect(sold!.amount).toBe(-975n)
  expect((await auditLedger(bed.database)).faults).toEqual([])
})

describe('whatever is forced at the provider', () => {
  test('a wrong amount is looked at by a person, who accepts it or gives it back', async () => {
    const caller = await bed.addLearner()
    const orders = [await bed.buy(caller, 1_701), await bed.buy(caller, 2_701)]
    for (const order of orders) {
      await bed.press(order)
      await lookAgain(order)
      expect(await bed.order(order.id)).toMatchObject({
        status: 'UNDER_REVIEW',
        receivedAmount: (order.fiatAmount * 9n) / 10n,
      })
    }
    await bed.relay()
    expect(await bed.tokensOf(caller)).toBe(0n)
    const [kept, returned] = orders as [Order, Order]
    const decide = (order: Order, decision: 'ACCEPT' | 'REFUND') =>
      bed.write((tx) => resolveReview(tx, { orderId: order.id, decision, by: 'a person', now: now() }))
    await decide(kept, 'ACCEPT')
    expect(await outcomeOf(decide(kept, 'REFUND'))).toBe('MOVE_NOT_ALLOWED')
    await decide(returned, 'REFUND')
    await bed.comeToRest()
    expect(await statusOf(kept)).toBe('COMPLETED')
    expect((await bed.way(returned.id)).slice(-2)).toEqual(['REFUND_PENDING', 'REFUNDED'])
    expect(await bed.tokensOf(caller)).toBe(kept.tokenAmount)
  })

  test('a payment that fails, expires, or is refused ends the order, and nothing is delivered', async () => {
    const caller = await bed.addLearner()
    const failing = await bed.buy(caller, 1_702)
    await bed.press(failing)
    await lookAgain(failing)
    expect(await statusOf(failing)).toBe('FAILED')
    const expiring = await bed.buy(caller, 1_705)
    await lookAgain(expiring)
    expect(await statusOf(expiring)).toBe('EXPIRED')
    const declined = await bed.buy(caller, 1_300)
    await bed.press(declined, 'declined')
    await lookAgain(declined)
    expect(await statusOf(declined)).toBe('FAILED')
    expect(await outcomeOf(bed.buy(caller, 1_707))).toBe('PAYMENT_REFUSED')
    await bed.relay()
    expect(await bed.tokensOf(caller)).toBe(0n)
  })

  test.each([
    ['is away', 1_703],
    ['gives no answer after it took the order', 1_704],
  ])('a provider that %s leaves the order waiting, and it can be paid later', async (_, amount) => {
    const caller = await bed.addLearner()
    expect(await outcomeOf(bed.buy(caller, amount))).toBe('PROVIDER_UNAVAILABLE')
    const [{ id }] = (await bed.database.query<{ id: Order['id'] }>`
      select id from payment_order where user_id = ${caller.userId}`) as [{ id: Order['id'] }]
    expect(await bed.order(id)).toMatchObject({ status: 'PENDING_PAYMENT', paymentUrl: null })
    bed.time.pass(MINUTE_MS)
    await bed.sweep()
    const order = await bed.order(id)
    expect(order.paymentUrl).toStartWith(bed.sandboxUrl)
    await bed.press(order)
    await lookAgain(order)
    await bed.comeToRest()
    expect(await statusOf(order)).toBe('COMPLETED')
    expect(await bed.tokensOf(caller)).toBe(order.tokenAmount)
  })

  test('a payment that no webhook tells of is found by asking', async () => {
    const caller = await bed.addLearner()
    const order = await bed.buy(caller, 1_706)
    await bed.press(order)
    bed.time.pass(MINUTE_MS)
    await bed.sweep()
    await bed.comeToRest()
    expect(await statusOf(order)).toBe('COMPLETED')
  })
})

test.each([
  ['after what it bought was delivered', 1_300, 'COMPLETED'],
  ['while a person thinks about it', 1_701, 'UNDER_REVIEW'],
])('a payment that the company gives back %s is for people to see', async (_, amount, status) => {
  const caller = await bed.addLearner()
  const order = await bed.buy(caller, amount, { asset: 'GEMS' })
  await bed.press(order)
  await lookAgain(order)
  expect(await bed.order(order.id)).toMatchObject({ status, attention: null })
  const reference = {
    orderId: order.id,
    providerOrderId: order.providerOrderId,
    currency: order.fiatCurrency,
  }
  await bed.parts.providers.current!.refund(reference, order.fiatAmount)
  await lookAgain(order)
  const { attention, ...after } = await bed.order(order.id)
  expect([after.status, attention]).toEqual([status as never, 'the provider gave the payment back'])
})

describe('an order that nobody pays', () => {
  test('expires by itself, and can not be paid any more', async () => {
    const caller = await bed.addLearner()
    const order = await bed.buy(caller, 1_300)
    bed.time.pass(31 * MINUTE_MS)
    await bed.sweep()
    expect(await statusOf(order)).toBe('EXPIRED')
    await bed.press(order)
    await bed.comeToRest()
    expect(await statusOf(order)).toBe('EXPIRED')
    expect(await bed.tokensOf(caller)).toBe(0n)
  })

  test('is cancelled by its own user alone; money that comes all the same is looked at by a person', async () => {
    const [caller, stranger] = [await bed.addLearner(), await bed.addLearner()]
    const order = await bed.buy(caller, 1_300)
    const cancel = ({ userId }: typeof caller, { id }: Order) =>
      bed.write((tx) => cancelOrder(tx, { id, userId, cause: 'a test', now: now() }))
    expect(await outcomeOf(cancel(stranger, order))).toBe('NOT_FOUND')
    await cancel(caller, order)
    expect(await outcomeOf(cancel(caller, order))).toBe('ORDER_NOT_CANCELLABLE')
    await bed.press(order)
    await bed.comeToRest()
    expect(await statusOf(order)).toBe('UNDER_REVIEW')
    const other = await bed.buy(caller, 1_300)
    await cancel(caller, other)
    await bed.sweep()
    await bed.press(other)
    await bed.comeToRest()
    expect(await statusOf(other)).toBe('CANCELLED')
  })
})

test('of fifty who initiate on one quote, one gets an order, and it is paid for once', async () => {
  const caller = await bed.addLearner()
  const { id: quoteId } = await bed.quoteOn(caller, 1_300)
  const { userId } = caller
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      outcomeOf(initiateOnRamp(bed.parts, { userId, quoteId, method: 'CARD', now: now() })),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'QUOTE_ALREADY_USED')).toHaveLength(49)
})

test('whoever goes on with what was begun gets the order of it: for their own quote, and in the same way alone', async () => {
  const [{ userId }, stranger] = [await bed.addLearner(), await bed.addLearner()]
  const { id: quoteId } = await bed.quoteOn({ userId } as typeof stranger, 1_300)
  const wanted = { userId, quoteId, method: 'CARD' as const, now: now() }
  const order = await initiateOnRamp(bed.parts, { ...wanted, goesOn: true })
  const again = await initiateOnRamp(bed.parts, { ...wanted, goesOn: true })
  expect([again.id, again.providerOrderId]).toEqual([order.id, order.providerOrderId])
  expect(await bed.way(order.id)).toEqual(['PENDING_PAYMENT'])
  for (const other of [wanted, { ...wanted, goesOn: true, method: 'BANK_TRANSFER' as const }])
    expect(await outcomeOf(initiateOnRamp(bed.parts, other))).toBe('QUOTE_ALREADY_USED')
  const foreign = { ...wanted, goesOn: true, userId: stranger.userId }
  expect(await outcomeOf(initiateOnRamp(bed.parts, foreign))).toBe('NOT_FOUND')
})

test('of ten who hear of one payment at once, one delivers', async () => {
  const caller = await bed.addLearner()
  const order = await bed.buy(caller, 1_300)
  await bed.press(order)
  await Promise.all(Array.from({ length: 10 }, () => lookAgain(order)))
  await bed.comeToRest()
  expect(await bed.tokensOf(caller)).toBe(order.tokenAmount)
  expect(await bed.way(order.id)).toHaveLength(4)
})

test('tokens that the chain will not mint are not kept: the money goes back', async () => {
  const caller = await bed.addLearner()
  const order = await bed.buy(caller, 1_300)
  await bed.press(order)
  await lookAgain(order)
  // Somebody used the reference: the contract refuses it from now on.
  await bed.database.query`
    update chain_transaction set function_name = 'burn', call_data = decode('00112233', 'hex')
    where reference = ${`payment:${order.id}:deliver`}`
  await bed.comeToRest()
  expect(await bed.way(order.id)).toEqual([
    'PENDING_PAYMENT',
    'PAYMENT_RECEIVED',
    'PROCESSING',
    'FAILED',
    'REFUND_PENDING',
    'REFUNDED',
  ])
  expect((await auditLedger(bed.database)).faults).toEqual([])
})

test('what people do by hand is allowed where it makes sense', async () => {
  const caller = await bed.addLearner()
  const order = await bed.buy(caller, 1_300)
  const { orders, total } = await listAllOrders(bed.database.query, { page: 1, limit: 1 })
  expect(orders.map(({ id }) => id)).toEqual([order.id])
  expect(total).toBeGreaterThan(1)
  const completed = await listAllOrders(bed.database.query, { status: 'COMPLETED', page: 1, limit: 100 })
  expect(completed.orders.every(({ status }) => status === 'COMPLETED')).toBe(true)
  const decision = { orderId: order.id, by: 'a person', now: now() }
  await bed.write((tx) => retryOrder(tx, decision))
  expect(await outcomeOf(bed.write((tx) => markRefunded(tx, decision)))).toBe('MOVE_NOT_ALLOWED')
  await bed.press(order)
  await lookAgain(order)
  expect(await outcomeOf(bed.write((tx) => retryOrder(tx, decision)))).toBe('MOVE_NOT_ALLOWED')
  await bed.comeToRest()
})

describe('personal data', () => {
  test('is in the export, and phone numbers go with the account as soon as nothing is under way', async () => {
    const caller = await bed.addLearner(5_000_000n)
    const phone = '+254712345678'
    const unpaid = await bed.buy(caller, 1_300, { phone })
    const sale = await bed.sell(caller, 5, phone)
    expect(JSON.stringify(await exportPayments(bed.database.query, caller.userId))).toContain(phone)
    await bed.write(async (tx) =>
      tx.emit(accountDeleted({ userId: caller.userId, at: now().toISOString() } as never)),
    )
    expect(await statusOf(unpaid)).toBe('CANCELLED')
    expect((await bed.order(unpaid.id)).contact).toBeNull()
    // The provider's answer to a question from before may be written only now.
    const accountDetails = { bankName: 'Bank', accountNumber: '1', accountName: 'Somebody' }
    await bed.write((tx) => updateDetails(tx, unpaid.id, { providerOrderId: 'late', accountDetails }))
    expect((await bed.order(unpaid.id)).accountDetails).toBeNull()
    expect((await bed.order(sale.id)).contact).toEqual({ phoneNumber: phone })
    await bed.comeToRest()
    expect(await bed.order(sale.id)).toMatchObject({ status: 'COMPLETED', contact: null })
    expect(JSON.stringify(await exportPayments(bed.database.query, caller.userId))).not.toContain(phone)
  })

  const leave = ({ userId }: { userId: UserId }) =>
    bed.write(async (tx) => tx.emit(accountDeleted({ userId, at: now().toISOString() } as never)))

  test('of a payment that failed goes too: nobody is paid by it any more', async () => {
    const caller = await bed.addLearner()
    const failing = await bed.buy(caller, 1_300, { phone: '+254712345702' })
    await bed.press(failing)
    await lookAgain(failing)
    expect(await outcomeOf(bed.buy(caller, 1_300, { phone: '+254712345707' }))).toBe('PAYMENT_REFUSED')
    await leave(caller)
    const { orders } = await listOwnOrders(bed.database.query, caller.userId, { page: 1, limit: 10 })
    expect(orders.map(({ status, contact, accountDetails }) => [status, contact, accountDetails])).toEqual([
      ['FAILED', null, null],
      ['FAILED', null, null],
    ])
  })

  test('goes although an order is paid in the very moment in which its buyer leaves', async () => {
    const caller = await bed.addLearner()
    const { id } = await bed.buy(caller, 1_300, { asset: 'GEMS', phone: '+254712345678' })
    const [isHeld, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const paying = bed.write(async (tx) => {
      await takePayment(tx, (await lockOrder(tx, id))!, 'paid', now())
      isHeld.resolve()
      await mayCommit.promise
    })
    await isHeld.promise
    const leaving = leave(caller)
    await until(async () => {
      const waiting = await bed.database.query`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    mayCommit.resolve()
    await paying
    expect(await outcomeOf(leaving)).toBe('done')
    expect(await bed.order(id)).toMatchObject({ status: 'COMPLETED', contact: null })
  })

  test('quotes that nobody used are gone a day later', async () => {
    const caller = await bed.addLearner()
    await bed.quoteOn(caller, 500)
    const count = async () =>
      (await bed.database.query`select from payment_quote where user_id = ${caller.userId}`).length
    await tidyQuotes(bed.database.query, now())
    expect(await count()).toBe(1)
    bed.time.pass(DAY_MS + 6 * MINUTE_MS)
    await tidyQuotes(bed.database.query, now())
    expect(await count()).toBe(0)
  })
})
