import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { outcomesOf } from '../../../../test/harness/races.ts'
import { later, MINUTE_MS, now } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { log } from '../../../platform/log.ts'
import type { PaymentMethod } from '../method.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { initiateOffRamp } from '../orders/initiate-off-ramp.ts'
import { initiateOnRamp } from '../orders/initiate-on-ramp.ts'
import { netPayout, type Order } from '../orders/order.ts'
import { markRefunded, resolveReview } from '../orders/resolve-order.ts'
import type { PaymentParts } from '../parts.ts'
import { createPaymentBed, type PaymentBed } from '../payments-testbed.ts'
import { createAirtime } from '../providers/africas-talking.ts'
import { AIRTIME, startAfricasTalking } from '../providers/africas-talking-testbed.ts'
import type { Company } from '../providers/company-testbed.ts'
import { createFonbnk } from '../providers/fonbnk.ts'
import { FONBNK, startFonbnk } from '../providers/fonbnk-testbed.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { createYellowCard } from '../providers/yellow-card.ts'
import { startYellowCard, YELLOW_CARD } from '../providers/yellow-card-testbed.ts'
import { quoteOffRamp, quoteOnRamp } from '../quotes/create-quote.ts'
import { RateBook } from '../quotes/rate-book.ts'
import { advanceOrder, sweepOrders } from './advance-order.ts'
import { claimOrder } from './queries.ts'

setDefaultTimeout(120_000)

/** Answers that leave open what was done, from companies that speak as the real ones do. */

/** As long as a busy machine needs; and for whom no answer comes, so that nobody waits for it. */
const [PATIENT_MS, HASTY_MS] = [10_000, 1_000]

let bed: PaymentBed
const companies: Company[] = []
const { level } = log
beforeAll(async () => {
  log.level = 'silent'
  bed = await createPaymentBed()
})
afterAll(async () => {
  log.level = level
  for (const company of companies) await company.stop()
  await bed.stop()
})

function open(start: () => Company): Company {
  const company = start()
  companies.push(company)
  return company
}

function partsOf(provider: PaymentProvider, payoutBy: PaymentParts['providers']['payoutBy'] = {}) {
  const providers = { current: provider, byName: new Map([[provider.name, provider]]), payoutBy }
  return { ...bed.parts, providers, rates: new RateBook() }
}

const yellowCard = ({ url }: Company, timeoutMs = PATIENT_MS, secret = YELLOW_CARD.secret) =>
  createYellowCard({ ...YELLOW_CARD, secret, url: `${url}/business`, timeoutMs })
const fonbnk = ({ url }: Company, timeoutMs = PATIENT_MS) => createFonbnk({ ...FONBNK, url, timeoutMs })

const BANK = { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada Obi' }

/** Five tokens of somebody who has five, already at the treasury: money may go out. */
async function sell(
  parts: PaymentParts,
  method: PaymentMethod = 'BANK_TRANSFER',
  recipientPhoneNumber?: string,
): Promise<{ caller: Caller; order: Order }> {
  const caller = await bed.addLearner(5_000_000n)
  const { userId } = caller
  const wanted = { cryptoAmount: 5, fiatCurrency: 'NGN', cryptoCurrency: 'CHAIN_USDT' } as const
  const { id: quoteId } = await quoteOffRamp(parts, { userId, ...wanted, now: now() })
  const pinToken = await bed.pinToken(caller)
  const request = { caller, quoteId, method, pinToken, ...BANK, recipientPhoneNumber, now: now() }
  const order = await initiateOffRamp(parts, request)
  await bed.relay()
  expect(await bed.tokensOf(caller)).toBe(0n)
  return { caller, order }
}

const statusOf = async ({ id }: Order) => (await bed.order(id)).status

describe('a company that will not tell', () => {
  test('what became of a pay-out has not refused it: the tokens stay until somebody knows', async () => {
    const company = open(startYellowCard)
    const parts = partsOf(yellowCard(company))
    const { caller, order } = await sell(parts)
    await advanceOrder(parts, order.id)
    expect(await bed.order(order.id)).toMatchObject({
      status: 'PROCESSING',
      providerOrderId: expect.any(String),
    })
    // Our key was changed there, and not here yet.
    const locked = partsOf(yellowCard(company, PATIENT_MS, 'an old secret'))
    for (let round = 0; round < 3; round++) {
      bed.time.pass(20 * MINUTE_MS)
      await advanceOrder(locked, order.id)
    }
    expect(await statusOf(order)).toBe('PROCESSING')
    company.set(order.id, { status: 'complete' })
    bed.time.pass(MINUTE_MS)
    await advanceOrder(parts, order.id)
    await bed.relay()
    expect(await bed.way(order.id)).toEqual(['PROCESSING', 'COMPLETED'])
    expect([company.made, await bed.tokensOf(caller)]).toEqual([1, 0n])
  })

  test('of an order that it took is not asked for another one', async () => {
    const company = open(startFonbnk)
    const parts = partsOf(fonbnk(company))
    const { order } = await sell(parts)
    company.always = { status: 'deposit_validating' }
    await advanceOrder(parts, order.id)
    expect(await bed.order(order.id)).toMatchObject({
      status: 'PROCESSING',
      providerOrderId: expect.any(String),
    })
    // They have mislaid it for a moment.
    company.forget(order.id)
    bed.time.pass(10_000)
    await advanceOrder(parts, order.id)
    expect([company.made, await statusOf(order)]).toEqual([1, 'PROCESSING'])
  })
})

describe('a company whose orders are not unique by our reference', () => {
  test('is not asked to pay again while the first request may still be under way', async () => {
    const company = open(startFonbnk)
    const parts = partsOf(fonbnk(company))
    const { caller, order } = await sell(parts)
    company.next = 'late'
    await advanceOrder(partsOf(fonbnk(company, HASTY_MS)), order.id)
    company.next = 'well'
    // Two seconds later, before they have written down what they took.
    bed.time.pass(2_000)
    await advanceOrder(parts, order.id)
    company.writeDown()
    company.set(order.id, { status: 'payout_successful' })
    bed.time.pass(10_000)
    await advanceOrder(parts, order.id)
    expect([company.made, await statusOf(order), await bed.tokensOf(caller)]).toEqual([1, 'COMPLETED', 0n])
  })

  test('nor while one of a process that died may be', async () => {
    const company = open(startFonbnk)
    const parts = partsOf(fonbnk(company))
    const { order } = await sell(parts)
    const { id } = order
    const until = later(now(), 2 * MINUTE_MS)
    const claim = { id, claimId: newId(), until, uncertainUntil: until, now: now() }
    await bed.write((tx) => claimOrder(tx, claim))
    company.next = 'late'
    const lost = fonbnk(company, HASTY_MS).pay({
      orderId: id,
      providerOrderId: null,
      userId: order.userId,
      currency: order.fiatCurrency,
      amount: netPayout(order),
      method: order.method,
      contact: order.contact!,
      webhookUrl: 'https://lyceum.example/hook',
    })
    await expect(lost).rejects.toThrow('no answer')
    company.next = 'well'
    bed.time.pass(2 * MINUTE_MS)
    await advanceOrder(parts, id)
    expect(company.made).toBe(1)
    company.writeDown()
    bed.time.pass(10_000)
    await advanceOrder(parts, id)
    expect([company.made, await statusOf(order)]).toEqual([1, 'PAYOUT_SENT'])
  })

  test('is asked again when that one is long lost, and at once when nothing was sent', async () => {
    const company = open(startFonbnk)
    const parts = partsOf(fonbnk(company))
    const { order } = await sell(parts)
    company.next = 'lost'
    await advanceOrder(partsOf(fonbnk(company, HASTY_MS)), order.id)
    company.next = 'well'
    bed.time.pass(MINUTE_MS)
    await advanceOrder(parts, order.id)
    expect(company.made).toBe(0)
    bed.time.pass(15 * MINUTE_MS)
    await advanceOrder(parts, order.id)
    expect([company.made, await statusOf(order)]).toEqual([1, 'PAYOUT_SENT'])
    const other = (await sell(parts)).order
    // Their door is shut: not even a quote is to be had.
    company.next = 'break'
    await advanceOrder(parts, other.id)
    company.next = 'well'
    bed.time.pass(10_000)
    await advanceOrder(parts, other.id)
    expect([company.made, await statusOf(other)]).toEqual([2, 'PAYOUT_SENT'])
  })

  test('takes a payment under one order of theirs, however late the first answer is', async () => {
    const company = open(startFonbnk)
    const parts = partsOf(fonbnk(company))
    const { userId } = await bed.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(parts, { userId, ...wanted, now: now() })
    company.next = 'late'
    const buy = (timeoutMs: number, goesOn: boolean) =>
      initiateOnRamp(partsOf(fonbnk(company, timeoutMs)), {
        userId,
        quoteId,
        method: 'BANK_TRANSFER',
        goesOn,
        now: now(),
      })
    await expect(buy(HASTY_MS, false)).rejects.toThrow('did not answer')
    company.next = 'well'
    const [row] = await bed.database.query<{ id: Order['id'] }>`
      select id from payment_order where quote_id = ${quoteId}`
    bed.time.pass(15_000)
    await advanceOrder(parts, row!.id)
    company.writeDown()
    bed.time.pass(MINUTE_MS)
    await advanceOrder(parts, row!.id)
    expect((await buy(PATIENT_MS, true)).id).toBe(row!.id)
    expect(company.made).toBe(1)
    expect((await bed.order(row!.id)).accountDetails).toMatchObject({ bankName: 'First Bank' })
  })
})

test('airtime that could not be sent comes back each time, although their answer has no id', async () => {
  const company = open(startAfricasTalking)
  const airtime = createAirtime({ ...AIRTIME, url: company.url, timeoutMs: PATIENT_MS })
  const parts = partsOf(yellowCard(open(startYellowCard)), { AIRTIME: airtime })
  company.next = 'fail'
  for (let time = 0; time < 2; time++) {
    const { caller, order } = await sell(parts, 'AIRTIME', '+2348012345678')
    await advanceOrder(parts, order.id)
    await bed.relay()
    expect(await bed.way(order.id)).toEqual(['PROCESSING', 'FAILED', 'REFUNDED'])
    expect(await bed.tokensOf(caller)).toBe(5_000_000n)
  }
})

describe.each([
  ['fonbnk', startFonbnk, fonbnk],
  ['yellow card', startYellowCard, yellowCard],
])('an order that is called off before %s has answered', (_, start, provider) => {
  async function begin(mood: Company['next']) {
    const company = open(start)
    const parts = partsOf(provider(company))
    const { userId } = await bed.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(parts, { userId, ...wanted, now: now() })
    company.next = mood
    const hasty = partsOf(provider(company, HASTY_MS))
    const buying = initiateOnRamp(hasty, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
    await expect(buying).rejects.toThrow('did not answer')
    company.next = 'well'
    const [row] = await bed.database.query<{ id: Order['id'] }>`
      select id from payment_order where quote_id = ${quoteId}`
    return { company, parts, userId, id: row!.id }
  }
  async function callOff(mood: Company['next']) {
    const begun = await begin(mood)
    const { id, userId } = begun
    await bed.write((tx) => cancelOrder(tx, { id, userId, cause: 'the account was deleted', now: now() }))
    return begun
  }
  const stateAt = async (parts: PaymentParts, id: Order['id']) =>
    parts.providers.current!.findCollection({ orderId: id, providerOrderId: null, currency: 'NGN' })

  test('is called off there too, or somebody would pay for nothing', async () => {
    const { parts, id } = await callOff('silent')
    expect((await stateAt(parts, id))?.state).toBe('AWAITING')
    await advanceOrder(parts, id)
    expect((await stateAt(parts, id))?.state).toBe('CANCELLED')
    expect(await bed.way(id)).toEqual(['PENDING_PAYMENT', 'CANCELLED'])
  })

  test('by the clock has not failed when they will not have it: they refuse to call it off, and may be paid', async () => {
    const { company, parts, id } = await begin('silent')
    bed.time.pass(40 * MINUTE_MS)
    company.next = 'refuse'
    await advanceOrder(parts, id)
    expect(await bed.order(id)).toMatchObject({ status: 'PENDING_PAYMENT' })
    company.next = 'well'
    bed.time.pass(5 * MINUTE_MS)
    await sweepOrders(parts)
    expect(await bed.order(id)).toMatchObject({ status: 'EXPIRED' })
    expect((await stateAt(parts, id))?.state).toBe('CANCELLED')
  })

  test('also when they make it of our request only later', async () => {
    const { company, parts, id } = await callOff('late')
    await advanceOrder(parts, id)
    company.writeDown()
    bed.time.pass(5 * MINUTE_MS)
    await sweepOrders(parts)
    expect((await stateAt(parts, id))?.state).toBe('CANCELLED')
    // What was uncertain is so no longer, and nobody is asked for ever.
    for (let round = 0; round < 2; round++) {
      bed.time.pass(20 * MINUTE_MS)
      await sweepOrders(parts)
    }
    const [due] = await bed.database.query<{ checkAt: Date | null }>`
      select check_at as "checkAt" from payment_order where id = ${id}`
    expect(due!.checkAt).toBeNull()
  })
})

describe('a method that nobody in force can pay by', () => {
  const PHONE = '+2348012345678'

  test('is refused before anything is spent, and by the others the same quote and PIN are good', async () => {
    const parts = partsOf(yellowCard(open(startYellowCard)))
    const caller = await bed.addLearner(5_000_000n)
    const { userId } = caller
    const wanted = { cryptoAmount: 5, fiatCurrency: 'NGN', cryptoCurrency: 'CHAIN_USDT' } as const
    const { id: quoteId } = await quoteOffRamp(parts, { userId, ...wanted, now: now() })
    const request = {
      caller,
      quoteId,
      recipientPhoneNumber: PHONE,
      ...BANK,
      pinToken: await bed.pinToken(caller),
      now: now(),
    }
    expect(await outcomesOf([initiateOffRamp(parts, { ...request, method: 'AIRTIME' })])).toEqual({
      done: 0,
      refused: { METHOD_NOT_SUPPORTED: 1 },
    })
    const order = await initiateOffRamp(parts, { ...request, method: 'BANK_TRANSFER' })
    expect(order.status).toBe('PROCESSING')
    await bed.relay()
  })

  test('any more gives the tokens back when nobody was asked, and keeps them when somebody may have paid', async () => {
    const company = open(startAfricasTalking)
    const airtime = createAirtime({ ...AIRTIME, url: company.url, timeoutMs: HASTY_MS })
    const main = open(startYellowCard)
    const [parts, without] = [partsOf(yellowCard(main), { AIRTIME: airtime }), partsOf(yellowCard(main))]
    const unasked = await sell(parts, 'AIRTIME', PHONE)
    await advanceOrder(without, unasked.order.id)
    await bed.relay()
    expect(await bed.way(unasked.order.id)).toEqual(['PROCESSING', 'FAILED', 'REFUNDED'])
    expect(await bed.tokensOf(unasked.caller)).toBe(5_000_000n)

    const asked = await sell(parts, 'AIRTIME', PHONE)
    company.next = 'silent'
    await advanceOrder(parts, asked.order.id)
    for (let round = 0; round < 3; round++) {
      bed.time.pass(20 * MINUTE_MS)
      await advanceOrder(without, asked.order.id)
    }
    expect(await statusOf(asked.order)).toBe('PROCESSING')
    expect([main.made, await bed.tokensOf(asked.caller)]).toEqual([0, 0n])
  })
})

describe('an odd answer', () => {
  const buy = async (parts: PaymentParts) => {
    const { userId } = await bed.addLearner()
    const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
    const { id: quoteId } = await quoteOnRamp(parts, { userId, ...wanted, now: now() })
    return initiateOnRamp(parts, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  }

  test.each([
    ['fonbnk', startFonbnk, fonbnk],
    ['yellow card', startYellowCard, (company: Company) => yellowCard(company)],
  ])('of %s with an end that is no time leaves the order as good as any', async (_, start, provider) => {
    const company = open(start)
    const parts = partsOf(provider(company))
    company.always = { expiresAt: 'soon' }
    const order = await buy(parts)
    expect(order).toMatchObject({ status: 'PENDING_PAYMENT', accountDetails: { bankName: 'First Bank' } })
    expect(order.expiresAt!.getTime()).toBeGreaterThan(now().getTime())
  })

  test.each([-5_000, 1e21])(
    'of a sum that nobody can pay (%d) is looked at by a person',
    async (received) => {
      const company = open(startFonbnk)
      const parts = partsOf(fonbnk(company))
      const order = await buy(parts)
      company.set(order.id, { status: 'payout_successful', received })
      bed.time.pass(MINUTE_MS)
      await advanceOrder(parts, order.id)
      expect(await statusOf(order)).toBe('UNDER_REVIEW')
    },
  )
})

test('a refund that failed for good at the company waits for a person, who is told so', async () => {
  const company = open(startYellowCard)
  const parts = partsOf(yellowCard(company))
  const { userId } = await bed.addLearner()
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { id: quoteId } = await quoteOnRamp(parts, { userId, ...wanted, now: now() })
  const order = await initiateOnRamp(parts, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  const advance = async () => {
    bed.time.pass(10 * MINUTE_MS)
    await advanceOrder(parts, order.id)
  }
  company.set(order.id, { status: 'complete', localAmount: 4_000 })
  await advance()
  const decision = { orderId: order.id, by: 'a person', decision: 'REFUND', now: now() } as const
  await bed.write((tx) => resolveReview(tx, decision))
  company.set(order.id, { status: 'refund_processing' })
  await advance()
  expect(await bed.order(order.id)).toMatchObject({ status: 'REFUND_PENDING', attention: null })
  company.set(order.id, { status: 'refund_failed' })
  await advance()
  expect(await bed.order(order.id)).toMatchObject({
    status: 'REFUND_PENDING',
    attention: expect.stringContaining('by hand'),
  })
  await bed.write((tx) => markRefunded(tx, decision))
  expect(await statusOf(order)).toBe('REFUNDED')
})

test('whoever asks for a rate while nobody answers is told so, all who wait for the same answer', async () => {
  const company = open(startYellowCard)
  const parts = partsOf(yellowCard(company))
  company.next = 'away'
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { userId } = await bed.addLearner()
  const quotes = Array.from({ length: 5 }, () => quoteOnRamp(parts, { userId, ...wanted, now: now() }))
  expect(await outcomesOf(quotes)).toEqual({ done: 0, refused: { PROVIDER_UNAVAILABLE: 5 } })
  company.next = 'well'
  expect((await quoteOnRamp(parts, { userId, ...wanted, now: now() })).provider).toBe('yellow-card')
})

test('orders that cannot be recorded hold up none of the others', async () => {
  const company = open(startYellowCard)
  const parts = partsOf(yellowCard(company))
  const orders: Order[] = []
  for (let count = 0; count < 7; count++) orders.push((await sell(parts)).order)
  const stuck = orders.slice(0, 6).map(({ id }) => id)
  await bed.database.query`create table stuck_order (id uuid primary key)`
  await bed.database.query`insert into stuck_order select unnest(${stuck}::uuid[])`
  await bed.database.query`
    create function guard_stuck() returns trigger language plpgsql as $$
    begin
      if new.provider_order_id is not null and exists (select from stuck_order where id = new.id) then
        raise exception 'a bad row';
      end if;
      return new;
    end $$`
  await bed.database.query`
    create trigger guard_stuck before update on payment_order for each row execute function guard_stuck()`
  try {
    // The job says that something failed, and has done the rest.
    await expect(sweepOrders(parts)).rejects.toThrow('a bad row')
    expect((await bed.order(orders[6]!.id)).providerOrderId).toBeString()
  } finally {
    await bed.database.query`drop trigger guard_stuck on payment_order`
  }
})
