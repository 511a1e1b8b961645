import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { chainOver } from '../../platform/chain/chain-testbed.ts'
import { createHttpRpc } from '../../platform/chain/http-rpc.ts'
import type { Rpc } from '../../platform/chain/rpc.ts'
import { addMs, now } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import type { PaymentProvider } from '../payment-providers/public/provider.ts'
import { countWrongPins, outcomeOf } from '../wallet/wallet-testbed.ts'
import type { PaymentDeps } from './deps.ts'
import {
  createOffRamp,
  createPaymentFixture,
  KENYAN,
  type PaymentFixture,
  saleRequest,
} from './payment-orders-testbed.ts'
import { auditOrderEscrows } from './public/audit-order-escrows.ts'
import { findTokenReservation, reserveTokens } from './queries.ts'
import { quoteOnRamp } from './quotes/create-quote.ts'
import { reconcileOrder } from './reconciliation/reconcile-order.ts'

let fixture: PaymentFixture
beforeAll(async () => {
  fixture = await createPaymentFixture()
})
afterAll(() => fixture.stop())

const sell = async (...given: Parameters<typeof saleRequest>) =>
  createOffRamp(fixture.deps, await saleRequest(...given))

test('an off-ramp collects the tokens before it pays out, and emits each transition once', async () => {
  const caller = await fixture.addLearner(10_000_000n)
  const before = await fixture.treasury()
  const order = await fixture.sell(caller, 4)
  expect(order.status).toBe('PROCESSING')
  expect(await findTokenReservation(fixture.database.query, caller.userId)).toEqual({
    reserved: 4_000_000n,
    releaseCount: 0n,
  })
  // The pay-out waits for the tokens.
  await fixture.reconcile()
  expect(await fixture.payouts(order.id)).toBe(0)
  await fixture.relay()
  expect(await fixture.tokensOf(caller)).toBe(6_000_000n)
  await fixture.reconcile()
  expect(await fixture.statusHistory(order.id)).toEqual(['PROCESSING', 'PAYOUT_SENT'])
  await fixture.runUntilIdle()
  expect(await fixture.statusHistory(order.id)).toEqual(['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'])
  expect(await fixture.treasury()).toBe(before + 4_000_000n)
  expect(await fixture.payouts(order.id)).toBe(1)
  expect(await findTokenReservation(fixture.database.query, caller.userId)).toEqual({
    reserved: 0n,
    releaseCount: 1n,
  })
  const events = fixture.emitted.filter(({ data }) => (data as { orderId: string }).orderId === order.id)
  expect(events.map(({ data }) => data)).toMatchObject([
    { status: 'PROCESSING', from: null, fiatAmount: '507.07', fiatCurrency: 'KES' },
    { status: 'PAYOUT_SENT', from: 'PROCESSING' },
    { status: 'COMPLETED', from: 'PAYOUT_SENT' },
  ])
  expect((await auditLedger(fixture.database)).faults).toEqual([])
})

test('the ledger audit reports an order with a wrong escrow', async () => {
  const caller = await fixture.addLearner(5_000_000n)
  const discrepancies = async () => (await auditLedger(fixture.database, [auditOrderEscrows])).faults
  const { id } = await fixture.sell(caller, 5)
  expect(await discrepancies()).toEqual([])
  await fixture.relay()
  const pretend = (status: string) => fixture.database.query`
    update payment_order set status = ${status} where id = ${id}`
  await pretend('REFUNDED')
  expect(await discrepancies()).toEqual([`Order ${id} has 5000000 USDT in escrow, but 0 are expected.`])
  await pretend('PROCESSING')
  await fixture.runUntilIdle()
  expect(await discrepancies()).toEqual([])
  await pretend('PAYOUT_SENT')
  expect(await discrepancies()).toEqual([`Order ${id} has 0 USDT in escrow, but 5000000 are expected.`])
  await pretend('COMPLETED')
})

describe('forced outcomes of the provider', () => {
  test.each([
    ['a failed payout', '+254712345702', ['PROCESSING', 'PAYOUT_SENT', 'FAILED', 'REFUNDED'], 0],
    ['a refusal', '+254712345707', ['PROCESSING', 'FAILED', 'REFUNDED'], 0],
    ['an outage', '+254712345703', ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'], 1],
    [
      'a request that is accepted without an answer',
      '+254712345704',
      ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'],
      1,
    ],
    ['a missing webhook', '+254712345706', ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'], 1],
  ])('an off-ramp with %s ends either paid out or refunded', async (_, phone, way, payouts) => {
    const caller = await fixture.addLearner(5_000_000n)
    const order = await fixture.sell(caller, 5, phone)
    await fixture.relay()
    expect(await fixture.tokensOf(caller)).toBe(0n)
    await fixture.runUntilIdle()
    // After a long pause the pay-out may already be completed at the first poll.
    const seen = (await fixture.statusHistory(order.id)).filter((status) => status !== 'PAYOUT_SENT')
    expect(seen).toEqual(way.filter((status) => status !== 'PAYOUT_SENT'))
    expect(await fixture.payouts(order.id)).toBe(payouts)
    expect(await fixture.tokensOf(caller)).toBe(payouts === 1 ? 0n : 5_000_000n)
  })

  test('a timeout does not fail the order, and the provider is polled again', async () => {
    const caller = await fixture.addLearner(5_000_000n)
    const order = await fixture.sell(caller, 5, '+254712345704')
    await fixture.relay()
    await fixture.reconcile()
    expect(await fixture.order(order.id)).toMatchObject({ status: 'PROCESSING', pollAttempts: 1 })
    expect(await fixture.payouts(order.id)).toBe(1)
    await fixture.reconcile()
    expect((await fixture.order(order.id)).status).toBe('COMPLETED')
    expect(await fixture.payouts(order.id)).toBe(1)
  })

  test('a refusal does not fail the order while an earlier request may take effect', async () => {
    const caller = await fixture.addLearner(5_000_000n)
    const order = await fixture.sell(caller, 5, '+254712345707')
    await fixture.relay()
    await fixture.database.query`
      update payment_order set request_outstanding_until = ${addMs(now(), 15 * 60_000)} where id = ${order.id}`
    await fixture.reconcile()
    expect((await fixture.order(order.id)).status).toBe('PROCESSING')
    await fixture.runUntilIdle()
    expect((await fixture.order(order.id)).status).toBe('REFUNDED')
    expect(await fixture.tokensOf(caller)).toBe(5_000_000n)
  })
})

test('an off-ramp whose tokens were spent elsewhere pays nothing and releases the reservation', async () => {
  const caller = await fixture.addLearner(5_000_000n)
  const order = await fixture.sell(caller, 5)
  await fixture.database.query`
    update chain_transaction set call_data = set_byte(call_data, 300, 255) where reference like ${`payment:${order.id}%`}`
  await fixture.relay()
  expect(await fixture.statusHistory(order.id)).toEqual(['PROCESSING', 'FAILED', 'REFUNDED'])
  await fixture.runUntilIdle()
  expect(await fixture.payouts(order.id)).toBe(0)
  expect(await fixture.tokensOf(caller)).toBe(5_000_000n)
  expect((await findTokenReservation(fixture.database.query, caller.userId)).reserved).toBe(0n)
})

describe('concurrent off-ramps', () => {
  test('concurrent requests with one quote create one order, one debit and one payout', async () => {
    const caller = await fixture.addLearner(100_000_000n)
    const { id } = await fixture.quoteOff(caller, 3)
    const requests = await Promise.all(Array.from({ length: 100 }, () => saleRequest(fixture, caller, id)))
    const outcomes = await Promise.all(
      requests.map((request) => outcomeOf(createOffRamp(fixture.deps, request))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'QUOTE_ALREADY_USED')).toHaveLength(99)
    await fixture.runUntilIdle()
    const orders = await fixture.database.query<{
      id: string
    }>`select id from payment_order where quote_id = ${id}`
    expect(orders).toHaveLength(1)
    expect(await fixture.tokensOf(caller)).toBe(97_000_000n)
    expect(await fixture.payouts(orders[0]!.id)).toBe(1)
    // A refused request does not consume the PIN token.
    const [tokens] = await fixture.database.query<{ count: number }>`
      select count(*)::int as count from pin_token where user_id = ${caller.userId}`
    expect(tokens!.count).toBe(99)
  })

  test('an unsafe control that checks first and writes afterwards sells one quote many times', async () => {
    const caller = await fixture.addLearner()
    const { id } = await fixture.quoteOff(caller, 3)
    await fixture.database.query`create table unsafe_order (quote_id uuid)`
    // All read before the first one writes.
    const meeting = createBarrier(5)
    const unsafeControl = () =>
      fixture.write(async (tx) => {
        const [quote] = await tx<{ usedAt: Date | null }>`
          select used_at as "usedAt" from payment_quote where id = ${id}`
        await meeting()
        if (quote!.usedAt) return
        await tx`insert into unsafe_order values (${id})`
        await tx`update payment_quote set used_at = now() where id = ${id}`
      })
    await Promise.all(Array.from({ length: 5 }, unsafeControl))
    const rows = await fixture.database.query`select from unsafe_order`
    expect(rows.length).toBeGreaterThan(1)
  })

  test('concurrent requests with many quotes reserve the same tokens once', async () => {
    const caller = await fixture.addLearner(10_000_000n)
    const quotes = await Promise.all(Array.from({ length: 12 }, () => fixture.quoteOff(caller, 3)))
    const requests = await Promise.all(quotes.map(({ id }) => saleRequest(fixture, caller, id)))
    const outcomes = await Promise.all(
      requests.map((request) => outcomeOf(createOffRamp(fixture.deps, request))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'INSUFFICIENT_BALANCE')).toHaveLength(9)
    await fixture.runUntilIdle()
    expect(await fixture.tokensOf(caller)).toBe(1_000_000n)
  })

  test('a balance that was read before a release is not used', async () => {
    const caller = await fixture.addLearner(10_000_000n)
    const reading = { userId: caller.userId, amount: 6_000_000n, balance: 10_000_000n, releaseCount: 0n }
    await fixture.sell(caller, 6)
    await fixture.relay()
    expect(await findTokenReservation(fixture.database.query, caller.userId)).toEqual({
      reserved: 0n,
      releaseCount: 1n,
    })
    expect(await fixture.write((tx) => reserveTokens(tx, reading))).toBe(false)
    expect(await outcomeOf(fixture.sell(caller, 6))).toBe('INSUFFICIENT_BALANCE')
    await fixture.sell(caller, 4)
    await fixture.runUntilIdle()
    expect(await fixture.tokensOf(caller)).toBe(0n)
  })

  test('of ten concurrent workers one polls the provider', async () => {
    const caller = await fixture.addLearner(5_000_000n)
    const order = await fixture.sell(caller, 5)
    await fixture.relay()
    const gate = Promise.withResolvers<void>()
    let asked = 0
    const real = fixture.deps.providers.defaultProvider!
    const slow: PaymentProvider = {
      ...real,
      payOut: async (request) => {
        asked++
        await gate.promise
        return real.payOut(request)
      },
    }
    const providers = { ...fixture.deps.providers, byName: new Map([[slow.name, slow]]) }
    let returned = 0
    const all = Array.from({ length: 10 }, () =>
      reconcileOrder({ ...fixture.deps, providers }, order.id).then(() => returned++),
    )
    await waitUntil(() => returned === 9)
    gate.resolve()
    await Promise.all(all)
    expect(asked).toBe(1)
    await fixture.runUntilIdle()
    expect(await fixture.payouts(order.id)).toBe(1)
  })
})

describe('a quote', () => {
  test('a quote of another user, of the other direction, used or expired is refused', async () => {
    const [caller, otherUser] = [await fixture.addLearner(50_000_000n), await fixture.addLearner(50_000_000n)]
    const { id, expiresAt } = await fixture.quoteOff(caller, 3)
    expect(await outcomeOf(sell(fixture, otherUser, id))).toBe('NOT_FOUND')
    expect(await outcomeOf(sell(fixture, caller, newId()))).toBe('NOT_FOUND')
    expect(await outcomeOf(sell(fixture, caller, (await fixture.quoteOn(caller, 500)).id))).toBe('NOT_FOUND')
    const request = await saleRequest(fixture, caller, id)
    expect(await outcomeOf(createOffRamp(fixture.deps, { ...request, now: expiresAt }))).toBe('QUOTE_EXPIRED')
    const lastMoment = addMs(expiresAt, -1)
    expect(await outcomeOf(createOffRamp(fixture.deps, { ...request, now: lastMoment }))).toBe('done')
    expect(await outcomeOf(sell(fixture, caller, id))).toBe('QUOTE_ALREADY_USED')
    await fixture.runUntilIdle()
  })

  test('a quote is valid for two minutes for sellers and five for buyers', async () => {
    const caller = await fixture.addLearner()
    const off = await fixture.quoteOff(caller, 3)
    expect(off.expiresAt.getTime() - off.createdAt.getTime()).toBe(120_000)
    const on = await fixture.quoteOn(caller, 500)
    expect(on.expiresAt.getTime() - on.createdAt.getTime()).toBe(300_000)
  })

  test('a quote needs enabled payments, and a token quote needs a token contract', async () => {
    const { userId } = await fixture.addLearner()
    const request = { userId, fiatAmount: 1_300, fiatCurrency: 'KES', now: now() } as const
    const quote = (parts: PaymentDeps, cryptoCurrency: 'CHAIN_USDT' | 'GEMS') =>
      outcomeOf(quoteOnRamp(parts, { ...request, cryptoCurrency }))
    const { TestUsdt: _, ...others } = fixture.chain.chain.contracts
    const platform = { ...fixture.deps.platform, chain: chainOver(undefined, others) }
    expect(await quote({ ...fixture.deps, platform }, 'CHAIN_USDT')).toBe('PROVIDER_UNAVAILABLE')
    expect(await quote({ ...fixture.deps, platform }, 'GEMS')).toBe('done')
    const providers = { ...fixture.deps.providers, defaultProvider: undefined }
    expect(await quote({ ...fixture.deps, providers }, 'GEMS')).toBe('PROVIDER_UNAVAILABLE')
  })

  test('an amount outside the limits and a sale of gems are refused', async () => {
    const caller = await fixture.addLearner()
    expect(await outcomeOf(fixture.quoteOff(caller, 0.5))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await outcomeOf(fixture.quoteOff(caller, 1_000_000))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await outcomeOf(fixture.quoteOn(caller, 129.99))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await outcomeOf(fixture.quoteOn(caller, 130.001))).toBe('AMOUNT_TOO_PRECISE')
    expect(await outcomeOf(fixture.quoteOn(caller, 130))).toBe('done')
  })
})

describe('the PIN', () => {
  test('the PIN is checked first and uses the shared attempt counter', async () => {
    const caller = await fixture.addLearner(50_000_000n)
    const { id: quoteId } = await fixture.quoteOff(caller, 3)
    const request = { caller, quoteId, method: 'MPESA', recipientPhoneNumber: KENYAN, now: now() } as const
    const attempt = (proof: object) => outcomeOf(createOffRamp(fixture.deps, { ...request, ...proof }))
    expect(await attempt({})).toBe('PIN_REQUIRED')
    expect(await attempt({ walletPin: '739164' })).toBe('PIN_NOT_SET')
    await fixture.setPin(caller, '739164', now())
    expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await countWrongPins(fixture.database, caller.userId)).toBe(1)
    expect(await attempt({ walletPin: '739164' })).toBe('done')
    expect(await countWrongPins(fixture.database, caller.userId)).toBe(0)
    await fixture.runUntilIdle()
  })

  test('a wrong PIN counts while the chain is down, and a correct one consumes neither quote nor token', async () => {
    const caller = await fixture.addLearner(50_000_000n)
    const { id: quoteId } = await fixture.quoteOff(caller, 3)
    await fixture.setPin(caller, '739164', now())
    const unreachable = createHttpRpc(() => 'http://127.0.0.1:1')
    const platform = {
      ...fixture.deps.platform,
      chain: chainOver(unreachable, fixture.chain.chain.contracts),
    }
    const request = { caller, quoteId, method: 'MPESA', recipientPhoneNumber: KENYAN, now: now() } as const
    const attempt = (proof: object) =>
      outcomeOf(createOffRamp({ ...fixture.deps, platform }, { ...request, ...proof }))
    const wrong = () => countWrongPins(fixture.database, caller.userId)
    expect(await attempt({})).toBe('PIN_REQUIRED')
    expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await wrong()).toBe(2)
    expect(await attempt({ walletPin: '739164' })).toBe('PROVIDER_UNAVAILABLE')
    const pinToken = await fixture.pinToken(caller)
    expect(await attempt({ pinToken })).toBe('PROVIDER_UNAVAILABLE')
    for (let guess = 3; guess <= 5; guess++)
      expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await attempt({ walletPin: '739164' })).toBe('PIN_LOCKED')
    // The chain is available again, and the quote and the token are still valid.
    expect(await outcomeOf(createOffRamp(fixture.deps, { ...request, pinToken }))).toBe('done')
    await fixture.runUntilIdle()
  })

  test('nothing is locked while the balance is read from the chain', async () => {
    const caller = await fixture.addLearner(50_000_000n)
    const { rpc, contracts } = fixture.chain.chain
    let asked = 0
    const watching: Rpc = {
      request: async (method, params) => {
        asked++
        const open = await fixture.database.query`
          select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
        expect(open).toHaveLength(0)
        return rpc.request(method, params)
      },
    }
    const platform = { ...fixture.deps.platform, chain: chainOver(watching, contracts) }
    await fixture.sell(caller, 3, KENYAN, { ...fixture.deps, platform })
    expect(asked).toBeGreaterThan(0)
    await fixture.runUntilIdle()
  })

  test('a PIN token works once and only in its own session', async () => {
    const caller = await fixture.addLearner(50_000_000n)
    const request = await saleRequest(fixture, caller, (await fixture.quoteOff(caller, 3)).id)
    const elsewhere = { ...request, caller: { ...caller, sessionId: newId<'Session'>() } }
    expect(await outcomeOf(createOffRamp(fixture.deps, elsewhere))).toBe('PIN_REQUIRED')
    expect(await outcomeOf(createOffRamp(fixture.deps, request))).toBe('done')
    const again = { ...request, quoteId: (await fixture.quoteOff(caller, 3)).id }
    expect(await outcomeOf(createOffRamp(fixture.deps, again))).toBe('PIN_REQUIRED')
    await fixture.runUntilIdle()
  })

  test('off-ramps are blocked for a while after a PIN reset', async () => {
    const caller = await fixture.addLearner(50_000_000n)
    await fixture.setPin(caller, '739164', now())
    await fixture.database.query`
      update wallet_pin set off_ramp_blocked_until = ${addMs(now(), 60_000)} where user_id = ${caller.userId}`
    expect(await outcomeOf(fixture.sell(caller, 3))).toBe('OFF_RAMP_BLOCKED')
  })
})
