import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
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
import { initiateOffRamp } from '../initiate-off-ramp.ts'
import { initiateOnRamp } from '../initiate-on-ramp.ts'
import { createPaymentFixture, type PaymentFixture } from '../payment-orders-testbed.ts'
import type { Order } from '../public/order.ts'
import { markRefunded, resolveReview } from '../public/resolve-order.ts'
import { quoteOffRamp, quoteOnRamp } from '../quotes/create-quote.ts'
import { netPayout } from '../quotes/quote-pricing.ts'
import { RateCache } from '../quotes/rate-cache.ts'
import { claimOrder } from './queries.ts'
import { reconcileDueOrders, reconcileOrder } from './reconcile-order.ts'

setDefaultTimeout(120_000)

/** Answers that leave open what was done, from companies that speak as the real ones do. */

/** As long as a busy machine needs; and for whom no answer comes, so that nobody waits for it. */
const [PATIENT_MS, HASTY_MS] = [10_000, 1_000]

let fixture: PaymentFixture
const companies: FakeProvider[] = []
const { level } = log
beforeAll(async () => {
  log.level = 'silent'
  fixture = await createPaymentFixture()
})
afterAll(async () => {
  log.level = level
  for (const company of companies) await company.stop()
  await fixture.stop()
})

function open(start: () => FakeProvider): FakeProvider {
  const company = start()
  companies.push(company)
  return company
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

/** Five tokens of somebody who has five, already at the treasury: money may go out. */
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
  const order = await initiateOffRamp(deps, request)
  await fixture.relay()
  expect(await fixture.tokensOf(caller)).toBe(0n)
  return { caller, order }
}

const statusOf = async ({ id }: Order) => (await fixture.order(id)).status

describe('a company that will not tell', () => {
  test('what became of a pay-out has not refused it: the tokens stay until somebody knows', async () => {
    const company = open(startYellowCard)
    const deps = depsOf(connectYellowCard(company))
    const { caller, order } = await sell(deps)
    await reconcileOrder(deps, order.id)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'PROCESSING',
      providerOrderId: expect.any(String),
    })
    // Our key was changed there, and not here yet.
    const locked = depsOf(connectYellowCard(company, PATIENT_MS, 'an old secret'))
    for (let round = 0; round < 3; round++) {
      fixture.time.advance(20 * MINUTE_MS)
      await reconcileOrder(locked, order.id)
    }
    expect(await statusOf(order)).toBe('PROCESSING')
    company.set(order.id, { status: 'complete' })
    fixture.time.advance(MINUTE_MS)
    await reconcileOrder(deps, order.id)
    await fixture.relay()
    expect(await fixture.statusHistory(order.id)).toEqual(['PROCESSING', 'COMPLETED'])
    expect([company.made, await fixture.tokensOf(caller)]).toEqual([1, 0n])
  })

  test('of an order that it took is not asked for another one', async () => {
    const company = open(startFonbnk)
    const deps = depsOf(connectFonbnk(company))
    const { order } = await sell(deps)
    company.extraFields = { status: 'deposit_validating' }
    await reconcileOrder(deps, order.id)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'PROCESSING',
      providerOrderId: expect.any(String),
    })
    // They have mislaid it for a moment.
    company.deleteRecord(order.id)
    fixture.time.advance(10_000)
    await reconcileOrder(deps, order.id)
    expect([company.made, await statusOf(order)]).toEqual([1, 'PROCESSING'])
  })
})

describe('a company whose orders are not unique by our reference', () => {
  test('is not asked to pay again while the first request may still be under way', async () => {
    const company = open(startFonbnk)
    const deps = depsOf(connectFonbnk(company))
    const { caller, order } = await sell(deps)
    company.nextBehaviour = 'late'
    await reconcileOrder(depsOf(connectFonbnk(company, HASTY_MS)), order.id)
    company.nextBehaviour = 'well'
    // Two seconds later, before they have written down what they took.
    fixture.time.advance(2_000)
    await reconcileOrder(deps, order.id)
    company.storeLateRecords()
    company.set(order.id, { status: 'payout_successful' })
    fixture.time.advance(10_000)
    await reconcileOrder(deps, order.id)
    expect([company.made, await statusOf(order), await fixture.tokensOf(caller)]).toEqual([
      1,
      'COMPLETED',
      0n,
    ])
  })

  test('nor while one of a process that died may be', async () => {
    const company = open(startFonbnk)
    const deps = depsOf(connectFonbnk(company))
    const { order } = await sell(deps)
    const { id } = order
    const until = addMs(now(), 2 * MINUTE_MS)
    const claim = { id, claimId: newId(), until, requestOutstandingUntil: until, now: now() }
    await fixture.write((tx) => claimOrder(tx, claim))
    company.nextBehaviour = 'late'
    const lost = connectFonbnk(company, HASTY_MS).payOut({
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
    company.nextBehaviour = 'well'
    fixture.time.advance(2 * MINUTE_MS)
    await reconcileOrder(deps, id)
    expect(company.made).toBe(1)
    company.storeLateRecords()
    fixture.time.advance(10_000)
    await reconcileOrder(deps, id)
    expect([company.made, await statusOf(order)]).toEqual([1, 'PAYOUT_SENT'])
  })

  test('is asked again when that one is long lost, and at once when nothing was sent', async () => {
    const company = open(startFonbnk)
    const deps = depsOf(connectFonbnk(company))
    const { order } = await sell(deps)
    company.nextBehaviour = 'lost'
    await reconcileOrder(depsOf(connectFonbnk(company, HASTY_MS)), order.id)
    company.nextBehaviour = 'well'
    fixture.time.advance(MINUTE_MS)
    await reconcileOrder(deps, order.id)
    expect(company.made).toBe(0)
    fixture.time.advance(15 * MINUTE_MS)
    await reconcileOrder(deps, order.id)
    expect([company.made, await statusOf(order)]).toEqual([1, 'PAYOUT_SENT'])
    const other = (await sell(deps)).order
    // Their door is shut: not even a quote is to be had.
    company.nextBehaviour = 'break'
    await reconcileOrder(deps, other.id)
    company.nextBehaviour = 'well'
    fixture.time.advance(10_000)
    await reconcileOrder(deps, other.id)
    expect([company.made, await statusOf(other)]).toEqual([2, 'PAYOUT_SENT'])
  })

  test('takes a payment under one order of theirs, however late the first answer is', async () => {
    const company = open(startFonbnk)
    const deps = depsOf(connectFonbnk(company))
    const { userId } = await fixture.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
    company.nextBehaviour = 'late'
    const buy = (timeoutMs: number, goesOn: boolean) =>
      initiateOnRamp(depsOf(connectFonbnk(company, timeoutMs)), {
        userId,
        quoteId,
        method: 'BANK_TRANSFER',
        isRetry: goesOn,
        now: now(),
      })
    await expect(buy(HASTY_MS, false)).rejects.toThrow('did not answer')
    company.nextBehaviour = 'well'
    const [row] = await fixture.database.query<{ id: Order['id'] }>`
      select id from payment_order where quote_id = ${quoteId}`
    fixture.time.advance(15_000)
    await reconcileOrder(deps, row!.id)
    company.storeLateRecords()
    fixture.time.advance(MINUTE_MS)
    await reconcileOrder(deps, row!.id)
    expect((await buy(PATIENT_MS, true)).id).toBe(row!.id)
    expect(company.made).toBe(1)
    expect((await fixture.order(row!.id)).accountDetails).toMatchObject({ bankName: 'First Bank' })
  })
})

test('airtime that could not be sent comes back each time, although their answer has no id', async () => {
  const company = open(startAfricasTalking)
  const airtime = connectAfricasTalking(company)
  const deps = depsOf(connectYellowCard(open(startYellowCard)), { AIRTIME: airtime })
  company.nextBehaviour = 'fail'
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
])('an order that is called off before %s has answered', (_, start, provider) => {
  async function begin(mood: FakeProvider['nextBehaviour']) {
    const company = open(start)
    const deps = depsOf(provider(company))
    const { userId } = await fixture.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
    company.nextBehaviour = mood
    const hasty = depsOf(provider(company, HASTY_MS))
    const buying = initiateOnRamp(hasty, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
    await expect(buying).rejects.toThrow('did not answer')
    company.nextBehaviour = 'well'
    const [row] = await fixture.database.query<{ id: Order['id'] }>`
      select id from payment_order where quote_id = ${quoteId}`
    return { company, deps, userId, id: row!.id }
  }
  async function callOff(mood: FakeProvider['nextBehaviour']) {
    const begun = await begin(mood)
    const { id, userId } = begun
    await fixture.write((tx) => cancelOrder(tx, { id, userId, cause: 'the account was deleted', now: now() }))
    return begun
  }
  const stateAt = async (deps: PaymentDeps, id: Order['id']) =>
    deps.providers.defaultProvider!.findCollection({ orderId: id, providerOrderId: null, currency: 'NGN' })

  test('is called off there too, or somebody would pay for nothing', async () => {
    const { deps, id } = await callOff('silent')
    expect((await stateAt(deps, id))?.state).toBe('AWAITING_PAYMENT')
    await reconcileOrder(deps, id)
    expect((await stateAt(deps, id))?.state).toBe('CANCELLED')
    expect(await fixture.statusHistory(id)).toEqual(['PENDING_PAYMENT', 'CANCELLED'])
  })

  test('by the clock has not failed when they will not have it: they refuse to call it off, and may be paid', async () => {
    const { company, deps, id } = await begin('silent')
    fixture.time.advance(40 * MINUTE_MS)
    company.nextBehaviour = 'refuse'
    await reconcileOrder(deps, id)
    expect(await fixture.order(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
    company.nextBehaviour = 'well'
    fixture.time.advance(5 * MINUTE_MS)
    await reconcileDueOrders(deps)
    expect(await fixture.order(id)).toMatchObject({ status: 'EXPIRED' })
    expect((await stateAt(deps, id))?.state).toBe('CANCELLED')
  })

  test('also when they make it of our request only later', async () => {
    const { company, deps, id } = await callOff('late')
    await reconcileOrder(deps, id)
    company.storeLateRecords()
    fixture.time.advance(5 * MINUTE_MS)
    await reconcileDueOrders(deps)
    expect((await stateAt(deps, id))?.state).toBe('CANCELLED')
    // What was uncertain is so no longer, and nobody is asked for ever.
    for (let round = 0; round < 2; round++) {
      fixture.time.advance(20 * MINUTE_MS)
      await reconcileDueOrders(deps)
    }
    const [due] = await fixture.database.query<{ scheduledFor: Date | null }>`
      select next_poll_at as "scheduledFor" from payment_order where id = ${id}`
    expect(due!.scheduledFor).toBeNull()
  })
})

describe('a method that nobody in force can pay by', () => {
  const PHONE = '+2348012345678'

  test('is refused before anything is spent, and by the others the same quote and PIN are good', async () => {
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
    expect(await collectOutcomes([initiateOffRamp(deps, { ...request, method: 'AIRTIME' })])).toEqual({
      done: 0,
      refused: { METHOD_NOT_SUPPORTED: 1 },
    })
    const order = await initiateOffRamp(deps, { ...request, method: 'BANK_TRANSFER' })
    expect(order.status).toBe('PROCESSING')
    await fixture.relay()
  })

  test('any more gives the tokens back when nobody was asked, and keeps them when somebody may have paid', async () => {
    const company = open(startAfricasTalking)
    const airtime = connectAfricasTalking(company, HASTY_MS)
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
    company.nextBehaviour = 'silent'
    await reconcileOrder(deps, asked.order.id)
    for (let round = 0; round < 3; round++) {
      fixture.time.advance(20 * MINUTE_MS)
      await reconcileOrder(without, asked.order.id)
    }
    expect(await statusOf(asked.order)).toBe('PROCESSING')
    expect([main.made, await fixture.tokensOf(asked.caller)]).toEqual([0, 0n])
  })
})

describe('an odd answer', () => {
  const buy = async (deps: PaymentDeps) => {
    const { userId } = await fixture.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
    return initiateOnRamp(deps, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  }

  test.each([
    ['fonbnk', startFonbnk, connectFonbnk],
    ['yellow card', startYellowCard, (company: FakeProvider) => connectYellowCard(company)],
  ])('of %s with an end that is no time leaves the order as good as any', async (_, start, provider) => {
    const company = open(start)
    const deps = depsOf(provider(company))
    company.extraFields = { expiresAt: 'soon' }
    const order = await buy(deps)
    expect(order).toMatchObject({ status: 'PENDING_PAYMENT', accountDetails: { bankName: 'First Bank' } })
    expect(order.expiresAt!.getTime()).toBeGreaterThan(now().getTime())
  })

  test.each([-5_000, 1e21])(
    'of a sum that nobody can pay (%d) is looked at by a person',
    async (received) => {
      const company = open(startFonbnk)
      const deps = depsOf(connectFonbnk(company))
      const order = await buy(deps)
      company.set(order.id, { status: 'payout_successful', received })
      fixture.time.advance(MINUTE_MS)
      await reconcileOrder(deps, order.id)
      expect(await statusOf(order)).toBe('UNDER_REVIEW')
    },
  )
})

test('a refund that failed for good at the company waits for a person, who is told so', async () => {
  const company = open(startYellowCard)
  const deps = depsOf(connectYellowCard(company))
  const { userId } = await fixture.addLearner()
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
  const order = await initiateOnRamp(deps, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  const advance = async () => {
    fixture.time.advance(10 * MINUTE_MS)
    await reconcileOrder(deps, order.id)
  }
  company.set(order.id, { status: 'complete', localAmount: 4_000 })
  await advance()
  const decision = { orderId: order.id, by: 'a person', decision: 'REFUND', now: now() } as const
  await fixture.write((tx) => resolveReview(tx, decision))
  company.set(order.id, { status: 'refund_processing' })
  await advance()
  expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUND_PENDING', reviewNote: null })
  company.set(order.id, { status: 'refund_failed' })
  await advance()
  expect(await fixture.order(order.id)).toMatchObject({
    status: 'REFUND_PENDING',
    reviewNote: expect.stringContaining('manually'),
  })
  await fixture.write((tx) => markRefunded(tx, decision))
  expect(await statusOf(order)).toBe('REFUNDED')
})

test('whoever asks for a rate while nobody answers is told so, all who wait for the same answer', async () => {
  const company = open(startYellowCard)
  const deps = depsOf(connectYellowCard(company))
  company.nextBehaviour = 'away'
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { userId } = await fixture.addLearner()
  const quotes = Array.from({ length: 5 }, () => quoteOnRamp(deps, { userId, ...wanted, now: now() }))
  expect(await collectOutcomes(quotes)).toEqual({ done: 0, refused: { PROVIDER_UNAVAILABLE: 5 } })
  company.nextBehaviour = 'well'
  expect((await quoteOnRamp(deps, { userId, ...wanted, now: now() })).provider).toBe('yellow-card')
})

test('orders that cannot be recorded hold up none of the others', async () => {
  const company = open(startYellowCard)
  const deps = depsOf(connectYellowCard(company))
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
    // The job says that something failed, and has done the rest.
    await expect(reconcileDueOrders(deps)).rejects.toThrow('a bad row')
    expect((await fixture.order(orders[6]!.id)).providerOrderId).toBeString()
  } finally {
    await fixture.database.query`drop trigger guard_stuck on payment_order`
  }
})
