import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collectOutcomes } from '../../../../test/harness/barrier.ts'
import { addMs, MINUTE_MS, now } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import {
  connectAfricasTalking,
  startAfricasTalking,
} from '../../payment-providers/africas-talking-testbed.ts'
import type { FakeProvider } from '../../payment-providers/fake-provider-testbed.ts'
import { connectFonbnk, startFonbnk } from '../../payment-providers/fonbnk-testbed.ts'
import type { PaymentMethod } from '../../payment-providers/public/payment-method.ts'
import type { PaymentProvider } from '../../payment-providers/public/provider.ts'
import { connectYellowCard, startYellowCard } from '../../payment-providers/yellow-card-testbed.ts'
import { cancelOrder } from '../cancel-order.ts'
import type { PaymentDeps } from '../deps.ts'
import { initiateOnRamp } from '../initiate-on-ramp.ts'
import { createOffRamp, createPaymentFixture, type PaymentFixture } from '../payment-orders-testbed.ts'
import type { Order } from '../public/order.ts'
import { markRefunded } from '../public/resolve-order.ts'
import { quoteOffRamp, quoteOnRamp } from '../quotes/create-quote.ts'
import { netPayout } from '../quotes/quote-pricing.ts'
import { RateCache } from '../quotes/rate-cache.ts'
import { claimOrder } from './queries.ts'
import { reconcileDueOrders, reconcileOrder } from './reconcile-order.ts'

/** Uncertain answers of fake providers with the protocols of the real ones. */

/** Timeouts: long enough for a busy machine, and short for requests that get no answer. */
const [PATIENT_MS, HASTY_MS] = [10_000, 1_000]

let fixture: PaymentFixture
const fakeProviders: FakeProvider[] = []
const { level } = log
beforeAll(async () => {
  log.level = 'silent'
  fixture = await createPaymentFixture()
})
afterAll(async () => {
  log.level = level
  for (const fakeProvider of fakeProviders) await fakeProvider.stop()
  await fixture.stop()
})

function open(start: () => FakeProvider): FakeProvider {
  const fakeProvider = start()
  fakeProviders.push(fakeProvider)
  return fakeProvider
}

function depsOf(
  provider: PaymentProvider,
  payoutOverrides: PaymentDeps['providers']['payoutOverrides'] = {},
) {
  const providers = {
    defaultProvider: provider,
    byName: new Map([[provider.name, provider]]),
    payoutOverrides,
  }
  return { ...fixture.deps, providers, rates: new RateCache() }
}

const BANK = { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' }

/** Sells all five tokens of a new user and transfers them to the treasury, so that the pay-out may start. */
async function sell(
  deps: PaymentDeps,
  method: PaymentMethod = 'BANK_TRANSFER',
  recipientPhoneNumber?: string,
): Promise<{ caller: Caller; order: Order }> {
  const caller = await fixture.addLearner(5_000_000n)
  const { userId } = caller
  const wanted = { cryptoAmount: 5, fiatCurrency: 'NGN', cryptoCurrency: 'CHAIN_USDT' } as const
  const { id: quoteId } = await quoteOffRamp(deps, { userId, ...wanted, now: now() })
  const pinToken = await fixture.pinToken(caller)
  const request = { caller, quoteId, method, pinToken, ...BANK, recipientPhoneNumber, now: now() }
  const order = await createOffRamp(deps, request)
  await fixture.relay()
  expect(await fixture.tokensOf(caller)).toBe(0n)
  return { caller, order }
}

const statusOf = async ({ id }: Order) => (await fixture.order(id)).status

describe('a provider that does not answer status queries', () => {
  test('a failed status query does not return the tokens of a pay-out', async () => {
    const fakeProvider = open(startYellowCard)
    const deps = depsOf(connectYellowCard(fakeProvider))
    const { caller, order } = await sell(deps)
    await reconcileOrder(deps, order.id)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'PROCESSING',
      providerOrderId: expect.any(String),
    })
    // The key was changed at the provider but not in our configuration.
    const locked = depsOf(connectYellowCard(fakeProvider, PATIENT_MS, 'an old secret'))
    for (let round = 0; round < 3; round++) {
      fixture.time.advance(20 * MINUTE_MS)
      await reconcileOrder(locked, order.id)
    }
    expect(await statusOf(order)).toBe('PROCESSING')
    fakeProvider.set(order.id, { status: 'complete' })
    fixture.time.advance(MINUTE_MS)
    await reconcileOrder(deps, order.id)
    await fixture.relay()
    expect(await fixture.statusHistory(order.id)).toEqual(['PROCESSING', 'COMPLETED'])
    expect([fakeProvider.made, await fixture.tokensOf(caller)]).toEqual([1, 0n])
  })

  test('a provider that loses a confirmed order gets no second request', async () => {
    const fakeProvider = open(startFonbnk)
    const deps = depsOf(connectFonbnk(fakeProvider))
    const { order } = await sell(deps)
    fakeProvider.extraFields = { status: 'deposit_validating' }
    await reconcileOrder(deps, order.id)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'PROCESSING',
      providerOrderId: expect.any(String),
    })
    // The provider temporarily does not find the order.
    fakeProvider.deleteRecord(order.id)
    fixture.time.advance(10_000)
    await reconcileOrder(deps, order.id)
    expect([fakeProvider.made, await statusOf(order)]).toEqual([1, 'PROCESSING'])
  })
})

describe('a provider that is not idempotent', () => {
  test('a pay-out is not repeated while the first request may take effect', async () => {
    const fakeProvider = open(startFonbnk)
    const deps = depsOf(connectFonbnk(fakeProvider))
    const { caller, order } = await sell(deps)
    fakeProvider.nextBehaviour = 'late'
    await reconcileOrder(depsOf(connectFonbnk(fakeProvider, HASTY_MS)), order.id)
    fakeProvider.nextBehaviour = 'well'
    // Two seconds later, before the provider stores the request that it accepted.
    fixture.time.advance(2_000)
    await reconcileOrder(deps, order.id)
    fakeProvider.storeLateRecords()
    fakeProvider.set(order.id, { status: 'payout_successful' })
    fixture.time.advance(10_000)
    await reconcileOrder(deps, order.id)
    expect([fakeProvider.made, await statusOf(order), await fixture.tokensOf(caller)]).toEqual([
      1,
      'COMPLETED',
      0n,
    ])
  })

  test('a pay-out is not repeated while the request of a dead process may take effect', async () => {
    const fakeProvider = open(startFonbnk)
    const deps = depsOf(connectFonbnk(fakeProvider))
    const { order } = await sell(deps)
    const { id } = order
    const until = addMs(now(), 2 * MINUTE_MS)
    const claim = { id, claimId: newId(), until, requestOutstandingUntil: until, now: now() }
    await fixture.write((tx) => claimOrder(tx, claim))
    fakeProvider.nextBehaviour = 'late'
    const lost = connectFonbnk(fakeProvider, HASTY_MS).payOut({
      orderId: id,
      providerOrderId: null,
      userId: order.userId,
      currency: order.fiatCurrency,
      amount: netPayout(order),
      method: order.method,
      recipient: order.recipient!,
      webhookUrl: 'https://lyceum.example/hook',
    })
    await expect(lost).rejects.toThrow('no response')
    fakeProvider.nextBehaviour = 'well'
    fixture.time.advance(2 * MINUTE_MS)
    await reconcileOrder(deps, id)
    expect(fakeProvider.made).toBe(1)
    fakeProvider.storeLateRecords()
    fixture.time.advance(10_000)
    await reconcileOrder(deps, id)
    expect([fakeProvider.made, await statusOf(order)]).toEqual([1, 'PAYOUT_SENT'])
  })

  test('a lost request is repeated after 15 minutes, and without delay if nothing was sent', async () => {
    const fakeProvider = open(startFonbnk)
    const deps = depsOf(connectFonbnk(fakeProvider))
    const { order } = await sell(deps)
    fakeProvider.nextBehaviour = 'lost'
    await reconcileOrder(depsOf(connectFonbnk(fakeProvider, HASTY_MS)), order.id)
    fakeProvider.nextBehaviour = 'well'
    fixture.time.advance(MINUTE_MS)
    await reconcileOrder(deps, order.id)
    expect(fakeProvider.made).toBe(0)
    fixture.time.advance(15 * MINUTE_MS)
    await reconcileOrder(deps, order.id)
    expect([fakeProvider.made, await statusOf(order)]).toEqual([1, 'PAYOUT_SENT'])
    const other = (await sell(deps)).order
    // The provider fails before the request, already at the quote.
    fakeProvider.nextBehaviour = 'break'
    await reconcileOrder(deps, other.id)
    fakeProvider.nextBehaviour = 'well'
    fixture.time.advance(10_000)
    await reconcileOrder(deps, other.id)
    expect([fakeProvider.made, await statusOf(other)]).toEqual([2, 'PAYOUT_SENT'])
  })

  test('a late first answer does not create a second collection', async () => {
    const fakeProvider = open(startFonbnk)
    const deps = depsOf(connectFonbnk(fakeProvider))
    const { userId } = await fixture.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
    fakeProvider.nextBehaviour = 'late'
    const buy = (timeoutMs: number, isRetry: boolean) =>
      initiateOnRamp(depsOf(connectFonbnk(fakeProvider, timeoutMs)), {
        userId,
        quoteId,
        method: 'BANK_TRANSFER',
        isRetry,
        now: now(),
      })
    await expect(buy(HASTY_MS, false)).rejects.toThrow('did not answer')
    fakeProvider.nextBehaviour = 'well'
    const [row] = await fixture.database.query<{ id: Order['id'] }>`
      select id from payment_order where quote_id = ${quoteId}`
    fixture.time.advance(15_000)
    await reconcileOrder(deps, row!.id)
    fakeProvider.storeLateRecords()
    fixture.time.advance(MINUTE_MS)
    await reconcileOrder(deps, row!.id)
    expect((await buy(PATIENT_MS, true)).id).toBe(row!.id)
    expect(fakeProvider.made).toBe(1)
    expect((await fixture.order(row!.id)).accountDetails).toMatchObject({ bankName: 'First Bank' })
  })
})

test('the tokens are returned when airtime could not be sent, although the response has no id', async () => {
  const fakeProvider = open(startAfricasTalking)
  const airtime = connectAfricasTalking(fakeProvider)
  const deps = depsOf(connectYellowCard(open(startYellowCard)), { AIRTIME: airtime })
  fakeProvider.nextBehaviour = 'fail'
  for (let time = 0; time < 2; time++) {
    const { caller, order } = await sell(deps, 'AIRTIME', '+2348012345678')
    await reconcileOrder(deps, order.id)
    await fixture.relay()
    expect(await fixture.statusHistory(order.id)).toEqual(['PROCESSING', 'FAILED', 'REFUNDED'])
    expect(await fixture.tokensOf(caller)).toBe(5_000_000n)
  }
})

describe.each([
  ['fonbnk', startFonbnk, connectFonbnk],
  ['yellow card', startYellowCard, connectYellowCard],
])('an order that is cancelled before %s has answered', (_, start, connect) => {
  async function begin(mood: FakeProvider['nextBehaviour']) {
    const fakeProvider = open(start)
    const deps = depsOf(connect(fakeProvider))
    const { userId } = await fixture.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
    fakeProvider.nextBehaviour = mood
    const hasty = depsOf(connect(fakeProvider, HASTY_MS))
    const buying = initiateOnRamp(hasty, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
    await expect(buying).rejects.toThrow('did not answer')
    fakeProvider.nextBehaviour = 'well'
    const [row] = await fixture.database.query<{ id: Order['id'] }>`
      select id from payment_order where quote_id = ${quoteId}`
    return { fakeProvider, deps, userId, id: row!.id }
  }
  async function beginAndCancel(mood: FakeProvider['nextBehaviour']) {
    const begun = await begin(mood)
    const { id, userId } = begun
    await fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'the account was deleted', now: now() }))
    return begun
  }
  const stateAt = async (deps: PaymentDeps, id: Order['id']) =>
    deps.providers.defaultProvider!.findCollection({ orderId: id, providerOrderId: null, currency: 'NGN' })

  test('a cancelled order is cancelled at the provider too', async () => {
    const { deps, id } = await beginAndCancel('silent')
    expect((await stateAt(deps, id))?.state).toBe('AWAITING_PAYMENT')
    await reconcileOrder(deps, id)
    expect((await stateAt(deps, id))?.state).toBe('CANCELLED')
    expect(await fixture.statusHistory(id)).toEqual(['PENDING_PAYMENT', 'CANCELLED'])
  })

  test('an expired order that the provider refuses to cancel does not fail', async () => {
    const { fakeProvider, deps, id } = await begin('silent')
    fixture.time.advance(40 * MINUTE_MS)
    fakeProvider.nextBehaviour = 'refuse'
    await reconcileOrder(deps, id)
    expect(await fixture.order(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
    fakeProvider.nextBehaviour = 'well'
    fixture.time.advance(5 * MINUTE_MS)
    await reconcileDueOrders(deps)
    expect(await fixture.order(id)).toMatchObject({ status: 'EXPIRED' })
    expect((await stateAt(deps, id))?.state).toBe('CANCELLED')
  })

  test('an order that the provider creates late is cancelled there too', async () => {
    const { fakeProvider, deps, id } = await beginAndCancel('late')
    await reconcileOrder(deps, id)
    fakeProvider.storeLateRecords()
    fixture.time.advance(5 * MINUTE_MS)
    await reconcileDueOrders(deps)
    expect((await stateAt(deps, id))?.state).toBe('CANCELLED')
    // The result is certain now, so polling stops.
    for (let round = 0; round < 2; round++) {
      fixture.time.advance(20 * MINUTE_MS)
      await reconcileDueOrders(deps)
    }
    const [due] = await fixture.database.query<{ scheduledFor: Date | null }>`
      select next_poll_at as "scheduledFor" from payment_order where id = ${id}`
    expect(due!.scheduledFor).toBeNull()
  })
})

describe('a method without a provider', () => {
  const PHONE = '+2348012345678'

  test('an unavailable method is refused without consuming the quote or the PIN token', async () => {
    const deps = depsOf(connectYellowCard(open(startYellowCard)))
    const caller = await fixture.addLearner(5_000_000n)
    const { userId } = caller
    const wanted = { cryptoAmount: 5, fiatCurrency: 'NGN', cryptoCurrency: 'CHAIN_USDT' } as const
    const { id: quoteId } = await quoteOffRamp(deps, { userId, ...wanted, now: now() })
    const request = {
      caller,
      quoteId,
      recipientPhoneNumber: PHONE,
      ...BANK,
      pinToken: await fixture.pinToken(caller),
      now: now(),
    }
    expect(await collectOutcomes([createOffRamp(deps, { ...request, method: 'AIRTIME' })])).toEqual({
      done: 0,
      refused: { METHOD_NOT_SUPPORTED: 1 },
    })
    const order = await createOffRamp(deps, { ...request, method: 'BANK_TRANSFER' })
    expect(order.status).toBe('PROCESSING')
    await fixture.relay()
  })

  test('after a provider was removed, tokens are returned only if it was never called', async () => {
    const fakeProvider = open(startAfricasTalking)
    const airtime = connectAfricasTalking(fakeProvider, HASTY_MS)
    const main = open(startYellowCard)
    const [deps, without] = [
      depsOf(connectYellowCard(main), { AIRTIME: airtime }),
      depsOf(connectYellowCard(main)),
    ]
    const unasked = await sell(deps, 'AIRTIME', PHONE)
    await reconcileOrder(without, unasked.order.id)
    await fixture.relay()
    expect(await fixture.statusHistory(unasked.order.id)).toEqual(['PROCESSING', 'FAILED', 'REFUNDED'])
    expect(await fixture.tokensOf(unasked.caller)).toBe(5_000_000n)

    const asked = await sell(deps, 'AIRTIME', PHONE)
    fakeProvider.nextBehaviour = 'silent'
    await reconcileOrder(deps, asked.order.id)
    for (let round = 0; round < 3; round++) {
      fixture.time.advance(20 * MINUTE_MS)
      await reconcileOrder(without, asked.order.id)
    }
    expect(await statusOf(asked.order)).toBe('PROCESSING')
    expect([main.made, await fixture.tokensOf(asked.caller)]).toEqual([0, 0n])
  })
})

describe('invalid provider answers', () => {
  const buy = async (deps: PaymentDeps) => {
    const { userId } = await fixture.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
    return initiateOnRamp(deps, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  }

  test.each([
    ['fonbnk', startFonbnk, connectFonbnk],
    ['yellow card', startYellowCard, (fakeProvider: FakeProvider) => connectYellowCard(fakeProvider)],
  ])('an order of %s with an invalid expiry time gets the default expiry', async (_, start, connect) => {
    const fakeProvider = open(start)
    const deps = depsOf(connect(fakeProvider))
    fakeProvider.extraFields = { expiresAt: 'soon' }
    const order = await buy(deps)
    expect(order).toMatchObject({ status: 'PENDING_PAYMENT', accountDetails: { bankName: 'First Bank' } })
    expect(order.expiresAt!.getTime()).toBeGreaterThan(now().getTime())
  })

  test.each([-5_000, 1e21])(
    'an order with an impossible received amount (%d) is reviewed by an operator',
    async (received) => {
      const fakeProvider = open(startFonbnk)
      const deps = depsOf(connectFonbnk(fakeProvider))
      const order = await buy(deps)
      fakeProvider.set(order.id, { status: 'payout_successful', received })
      fixture.time.advance(MINUTE_MS)
      await reconcileOrder(deps, order.id)
      expect(await statusOf(order)).toBe('UNDER_REVIEW')
    },
  )
})

test('a refund that failed permanently is flagged for a manual refund', async () => {
  const fakeProvider = open(startYellowCard)
  const deps = depsOf(connectYellowCard(fakeProvider))
  const { userId } = await fixture.addLearner()
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
  const order = await initiateOnRamp(deps, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  const advance = async () => {
    fixture.time.advance(10 * MINUTE_MS)
    await reconcileOrder(deps, order.id)
  }
  fakeProvider.set(order.id, { status: 'complete', localAmount: 4_000 })
  await advance()
  await fixture.decide(order, 'REFUND')
  fakeProvider.set(order.id, { status: 'refund_processing' })
  await advance()
  expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUND_PENDING', reviewNote: null })
  fakeProvider.set(order.id, { status: 'refund_failed' })
  await advance()
  expect(await fixture.order(order.id)).toMatchObject({
    status: 'REFUND_PENDING',
    reviewNote: expect.stringContaining('manually'),
  })
  await fixture.write((tx) => markRefunded(tx, { orderId: order.id, by: 'an operator', now: now() }))
  expect(await statusOf(order)).toBe('REFUNDED')
})

test('all concurrent requests for a rate fail when the provider does not answer', async () => {
  const fakeProvider = open(startYellowCard)
  const deps = depsOf(connectYellowCard(fakeProvider))
  fakeProvider.nextBehaviour = 'away'
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { userId } = await fixture.addLearner()
  const quotes = Array.from({ length: 5 }, () => quoteOnRamp(deps, { userId, ...wanted, now: now() }))
  expect(await collectOutcomes(quotes)).toEqual({ done: 0, refused: { PROVIDER_UNAVAILABLE: 5 } })
  fakeProvider.nextBehaviour = 'well'
  expect((await quoteOnRamp(deps, { userId, ...wanted, now: now() })).provider).toBe('yellow-card')
})

test('an order whose reconciliation fails does not stop the others', async () => {
  const fakeProvider = open(startYellowCard)
  const deps = depsOf(connectYellowCard(fakeProvider))
  const orders: Order[] = []
  for (let count = 0; count < 7; count++) orders.push((await sell(deps)).order)
  const stuck = orders.slice(0, 6).map(({ id }) => id)
  await fixture.database.query`create table stuck_order (id uuid primary key)`
  await fixture.database.query`insert into stuck_order select unnest(${stuck}::uuid[])`
  await fixture.database.query`
    create function guard_stuck() returns trigger language plpgsql as $$
    begin
      if new.provider_order_id is not null and exists (select from stuck_order where id = new.id) then
        raise exception 'a bad row';
      end if;
      return new;
    end $$`
  await fixture.database.query`
    create trigger guard_stuck before update on payment_order for each row execute function guard_stuck()`
  try {
    // The job throws the first error after it reconciled the other orders.
    await expect(reconcileDueOrders(deps)).rejects.toThrow('a bad row')
    expect((await fixture.order(orders[6]!.id)).providerOrderId).toBeString()
  } finally {
    await fixture.database.query`drop trigger guard_stuck on payment_order`
  }
})
