import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createMeeting } from '../../../test/harness/races.ts'
import { until } from '../../../test/harness/until.ts'
import { chainOver } from '../../platform/chain/chain-testbed.ts'
import { createHttpRpc } from '../../platform/chain/http-rpc.ts'
import type { Rpc } from '../../platform/chain/rpc.ts'
import { later, now } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { auditLedger } from '../rewards/audit/audit-ledger.ts'
import { findPin } from '../wallet/pin/queries.ts'
import { setPin } from '../wallet/pin/set-pin.ts'
import { outcomeOf } from '../wallet/wallet-testbed.ts'
import { findHold, insertHold } from './holds/queries.ts'
import { auditOrderEscrows } from './orders/audit-escrows.ts'
import { initiateOffRamp } from './orders/initiate-off-ramp.ts'
import type { PaymentParts } from './parts.ts'
import { createPaymentBed, KENYAN, type PaymentBed, saleOf } from './payments-testbed.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { quoteOnRamp } from './quotes/create-quote.ts'
import { advanceOrder } from './reconcile/advance-order.ts'

setDefaultTimeout(120_000)

let bed: PaymentBed
beforeAll(async () => {
  bed = await createPaymentBed()
})
afterAll(() => bed.stop())

const sell = async (...given: Parameters<typeof saleOf>) => initiateOffRamp(bed.parts, await saleOf(...given))

test('tokens leave the account first, then the money goes out, and each move is told once', async () => {
  const caller = await bed.addLearner(10_000_000n)
  const before = await bed.treasury()
  const order = await bed.sell(caller, 4)
  expect(order.status).toBe('PROCESSING')
  expect(await findHold(bed.database.query, caller.userId)).toEqual({ held: 4_000_000n, releases: 0n })
  // The money waits for the tokens.
  await bed.sweep()
  expect(await bed.payouts(order.id)).toBe(0)
  await bed.relay()
  expect(await bed.tokensOf(caller)).toBe(6_000_000n)
  await bed.sweep()
  expect(await bed.way(order.id)).toEqual(['PROCESSING', 'PAYOUT_SENT'])
  await bed.comeToRest()
  expect(await bed.way(order.id)).toEqual(['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'])
  expect(await bed.treasury()).toBe(before + 4_000_000n)
  expect(await bed.payouts(order.id)).toBe(1)
  expect(await findHold(bed.database.query, caller.userId)).toEqual({ held: 0n, releases: 1n })
  const told = bed.told.filter(({ data }) => (data as { orderId: string }).orderId === order.id)
  expect(told.map(({ data }) => data)).toMatchObject([
    { status: 'PROCESSING', from: null, fiatAmount: '507.07', fiatCurrency: 'KES' },
    { status: 'PAYOUT_SENT', from: 'PROCESSING' },
    { status: 'COMPLETED', from: 'PAYOUT_SENT' },
  ])
  expect((await auditLedger(bed.database)).faults).toEqual([])
})

test('the audit of the books names an order that holds what it should not, or lacks what it should hold', async () => {
  const caller = await bed.addLearner(5_000_000n)
  const faults = async () => (await auditLedger(bed.database, [auditOrderEscrows])).faults
  const { id } = await bed.sell(caller, 5)
  expect(await faults()).toEqual([])
  await bed.relay()
  const pretend = (status: string) => bed.database.query`
    update payment_order set status = ${status} where id = ${id}`
  await pretend('REFUNDED')
  expect(await faults()).toEqual([`Order ${id} holds 5000000 USDT, and 0 belong there.`])
  await pretend('PROCESSING')
  await bed.comeToRest()
  expect(await faults()).toEqual([])
  await pretend('PAYOUT_SENT')
  expect(await faults()).toEqual([`Order ${id} holds 0 USDT, and 5000000 belong there.`])
  await pretend('COMPLETED')
})

describe('whatever is forced at the provider', () => {
  test.each([
    ['a payout that fails', '+254712345702', ['PROCESSING', 'PAYOUT_SENT', 'FAILED', 'REFUNDED'], 0],
    ['a refusal', '+254712345707', ['PROCESSING', 'FAILED', 'REFUNDED'], 0],
    ['an outage', '+254712345703', ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'], 1],
    ['no answer after it was taken', '+254712345704', ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'], 1],
    ['a webhook that never comes', '+254712345706', ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'], 1],
  ])('%s ends in one of the two ways', async (_, phone, way, payouts) => {
    const caller = await bed.addLearner(5_000_000n)
    const order = await bed.sell(caller, 5, phone)
    await bed.relay()
    expect(await bed.tokensOf(caller)).toBe(0n)
    await bed.comeToRest()
    // A pause may have been long enough for the payout to be completed when it was first seen.
    const seen = (await bed.way(order.id)).filter((status) => status !== 'PAYOUT_SENT')
    expect(seen).toEqual(way.filter((status) => status !== 'PAYOUT_SENT'))
    expect(await bed.payouts(order.id)).toBe(payouts)
    expect(await bed.tokensOf(caller)).toBe(payouts === 1 ? 0n : 5_000_000n)
  })

  test('a time-out is no failure: the order stays where it is, and is asked about again', async () => {
    const caller = await bed.addLearner(5_000_000n)
    const order = await bed.sell(caller, 5, '+254712345704')
    await bed.relay()
    await bed.sweep()
    expect(await bed.order(order.id)).toMatchObject({ status: 'PROCESSING', tries: 1 })
    expect(await bed.payouts(order.id)).toBe(1)
    await bed.sweep()
    expect((await bed.order(order.id)).status).toBe('COMPLETED')
    expect(await bed.payouts(order.id)).toBe(1)
  })

  test('a refusal does not count while an earlier request may still be under way', async () => {
    const caller = await bed.addLearner(5_000_000n)
    const order = await bed.sell(caller, 5, '+254712345707')
    await bed.relay()
    await bed.database.query`
      update payment_order set uncertain_until = ${later(now(), 15 * 60_000)} where id = ${order.id}`
    await bed.sweep()
    expect((await bed.order(order.id)).status).toBe('PROCESSING')
    await bed.comeToRest()
    expect((await bed.order(order.id)).status).toBe('REFUNDED')
    expect(await bed.tokensOf(caller)).toBe(5_000_000n)
  })
})

test('tokens that are gone when the chain comes to it were never collected: nothing is paid, nothing is held', async () => {
  const caller = await bed.addLearner(5_000_000n)
  const order = await bed.sell(caller, 5)
  await bed.database.query`
    update chain_transaction set call_data = set_byte(call_data, 300, 255) where reference like ${`payment:${order.id}%`}`
  await bed.relay()
  expect(await bed.way(order.id)).toEqual(['PROCESSING', 'FAILED', 'REFUNDED'])
  await bed.comeToRest()
  expect(await bed.payouts(order.id)).toBe(0)
  expect(await bed.tokensOf(caller)).toBe(5_000_000n)
  expect((await findHold(bed.database.query, caller.userId)).held).toBe(0n)
})

describe('many at once', () => {
  test('on one quote: one order, one debit, one payout', async () => {
    const caller = await bed.addLearner(100_000_000n)
    const { id } = await bed.quoteOff(caller, 3)
    const requests = await Promise.all(Array.from({ length: 100 }, () => saleOf(bed, caller, id)))
    const outcomes = await Promise.all(
      requests.map((request) => outcomeOf(initiateOffRamp(bed.parts, request))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'QUOTE_ALREADY_USED')).toHaveLength(99)
    await bed.comeToRest()
    const orders = await bed.database.query<{
      id: string
    }>`select id from payment_order where quote_id = ${id}`
    expect(orders).toHaveLength(1)
    expect(await bed.tokensOf(caller)).toBe(97_000_000n)
    expect(await bed.payouts(orders[0]!.id)).toBe(1)
    // Who was refused keeps the token.
    const [tokens] = await bed.database.query<{ count: number }>`
      select count(*)::int as count from pin_token where user_id = ${caller.userId}`
    expect(tokens!.count).toBe(99)
  })

  test('a twin that looks first and writes afterwards sells one quote many times', async () => {
    const caller = await bed.addLearner()
    const { id } = await bed.quoteOff(caller, 3)
    await bed.database.query`create table naive_order (quote_id uuid)`
    // All have looked before the first one writes.
    const meeting = createMeeting(5)
    const naive = () =>
      bed.write(async (tx) => {
        const [quote] = await tx<{ usedAt: Date | null }>`
          select used_at as "usedAt" from payment_quote where id = ${id}`
        await meeting()
        if (quote!.usedAt) return
        await tx`insert into naive_order values (${id})`
        await tx`update payment_quote set used_at = now() where id = ${id}`
      })
    await Promise.all(Array.from({ length: 5 }, naive))
    const rows = await bed.database.query`select from naive_order`
    expect(rows.length).toBeGreaterThan(1)
  })

  test('on many quotes: the same tokens are promised once', async () => {
    const caller = await bed.addLearner(10_000_000n)
    const quotes = await Promise.all(Array.from({ length: 12 }, () => bed.quoteOff(caller, 3)))
    const requests = await Promise.all(quotes.map(({ id }) => saleOf(bed, caller, id)))
    const outcomes = await Promise.all(
      requests.map((request) => outcomeOf(initiateOffRamp(bed.parts, request))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 'INSUFFICIENT_BALANCE')).toHaveLength(9)
    await bed.comeToRest()
    expect(await bed.tokensOf(caller)).toBe(1_000_000n)
  })

  test('a reading of the chain from before something left is not believed', async () => {
    const caller = await bed.addLearner(10_000_000n)
    const reading = { userId: caller.userId, amount: 6_000_000n, balance: 10_000_000n, releases: 0n }
    await bed.sell(caller, 6)
    await bed.relay()
    expect(await findHold(bed.database.query, caller.userId)).toEqual({ held: 0n, releases: 1n })
    expect(await bed.write((tx) => insertHold(tx, reading))).toBe(false)
    expect(await outcomeOf(bed.sell(caller, 6))).toBe('INSUFFICIENT_BALANCE')
    await bed.sell(caller, 4)
    await bed.comeToRest()
    expect(await bed.tokensOf(caller)).toBe(0n)
  })

  test('of ten who take up an order, one asks the provider, and the others leave it to them', async () => {
    const caller = await bed.addLearner(5_000_000n)
    const order = await bed.sell(caller, 5)
    await bed.relay()
    const gate = Promise.withResolvers<void>()
    let asked = 0
    const real = bed.parts.providers.current!
    const slow: PaymentProvider = {
      ...real,
      pay: async (request) => {
        asked++
        await gate.promise
        return real.pay(request)
      },
    }
    const providers = { ...bed.parts.providers, byName: new Map([[slow.name, slow]]) }
    let returned = 0
    const all = Array.from({ length: 10 }, () =>
      advanceOrder({ ...bed.parts, providers }, order.id).then(() => returned++),
    )
    await until(() => returned === 9)
    gate.resolve()
    await Promise.all(all)
    expect(asked).toBe(1)
    await bed.comeToRest()
    expect(await bed.payouts(order.id)).toBe(1)
  })
})

describe('a quote', () => {
  test('of somebody else, of the other direction, used or expired by a millisecond is refused', async () => {
    const [caller, stranger] = [await bed.addLearner(50_000_000n), await bed.addLearner(50_000_000n)]
    const { id, expiresAt } = await bed.quoteOff(caller, 3)
    expect(await outcomeOf(sell(bed, stranger, id))).toBe('NOT_FOUND')
    expect(await outcomeOf(sell(bed, caller, newId()))).toBe('NOT_FOUND')
    expect(await outcomeOf(sell(bed, caller, (await bed.quoteOn(caller, 500)).id))).toBe('NOT_FOUND')
    const request = await saleOf(bed, caller, id)
    expect(await outcomeOf(initiateOffRamp(bed.parts, { ...request, now: expiresAt }))).toBe('QUOTE_EXPIRED')
    const lastMoment = later(expiresAt, -1)
    expect(await outcomeOf(initiateOffRamp(bed.parts, { ...request, now: lastMoment }))).toBe('done')
    expect(await outcomeOf(sell(bed, caller, id))).toBe('QUOTE_ALREADY_USED')
    await bed.comeToRest()
  })

  test('lasts two minutes for sellers and five for buyers', async () => {
    const caller = await bed.addLearner()
    const off = await bed.quoteOff(caller, 3)
    expect(off.expiresAt.getTime() - off.createdAt.getTime()).toBe(120_000)
    const on = await bed.quoteOn(caller, 500)
    expect(on.expiresAt.getTime() - on.createdAt.getTime()).toBe(300_000)
  })

  test('is given only where payments are open, and for tokens only where the chain has them', async () => {
    const { userId } = await bed.addLearner()
    const request = { userId, fiatAmount: 1_300, fiatCurrency: 'KES', now: now() } as const
    const quote = (parts: PaymentParts, cryptoCurrency: 'CHAIN_USDT' | 'GEMS') =>
      outcomeOf(quoteOnRamp(parts, { ...request, cryptoCurrency }))
    const { TestUsdt: _, ...others } = bed.chain.chain.contracts
    const platform = { ...bed.parts.platform, chain: chainOver(undefined, others) }
    expect(await quote({ ...bed.parts, platform }, 'CHAIN_USDT')).toBe('PROVIDER_UNAVAILABLE')
    expect(await quote({ ...bed.parts, platform }, 'GEMS')).toBe('done')
    const providers = { ...bed.parts.providers, current: undefined }
    expect(await quote({ ...bed.parts, providers }, 'GEMS')).toBe('PROVIDER_UNAVAILABLE')
  })

  test('outside of the limits is refused, and gems are not bought back', async () => {
    const caller = await bed.addLearner()
    expect(await outcomeOf(bed.quoteOff(caller, 0.5))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await outcomeOf(bed.quoteOff(caller, 1_000_000))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await outcomeOf(bed.quoteOn(caller, 129.99))).toBe('AMOUNT_OUT_OF_RANGE')
    expect(await outcomeOf(bed.quoteOn(caller, 130.001))).toBe('AMOUNT_TOO_PRECISE')
    expect(await outcomeOf(bed.quoteOn(caller, 130))).toBe('done')
  })
})

describe('the PIN', () => {
  test('comes first and counts on the counter that every way in shares', async () => {
    const caller = await bed.addLearner(50_000_000n)
    const { id: quoteId } = await bed.quoteOff(caller, 3)
    const request = { caller, quoteId, method: 'MPESA', recipientPhoneNumber: KENYAN, now: now() } as const
    const attempt = (proof: object) => outcomeOf(initiateOffRamp(bed.parts, { ...request, ...proof }))
    expect(await attempt({})).toBe('PIN_REQUIRED')
    expect(await attempt({ walletPin: '739164' })).toBe('PIN_NOT_SET')
    await bed.write((tx) =>
      setPin(tx, { userId: caller.userId, pin: '739164', currentPin: undefined, now: now() }),
    )
    expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect((await findPin(bed.database.query, caller.userId))?.wrongInARow).toBe(1)
    expect(await attempt({ walletPin: '739164' })).toBe('done')
    expect((await findPin(bed.database.query, caller.userId))?.wrongInARow).toBe(0)
    await bed.comeToRest()
  })

  test('counts when the chain is away as well, and a right one is told so without losing quote or token', async () => {
    const caller = await bed.addLearner(50_000_000n)
    const { id: quoteId } = await bed.quoteOff(caller, 3)
    await bed.write((tx) =>
      setPin(tx, { userId: caller.userId, pin: '739164', currentPin: undefined, now: now() }),
    )
    const nobody = createHttpRpc(() => 'http://127.0.0.1:1')
    const platform = { ...bed.parts.platform, chain: chainOver(nobody, bed.chain.chain.contracts) }
    const request = { caller, quoteId, method: 'MPESA', recipientPhoneNumber: KENYAN, now: now() } as const
    const attempt = (proof: object) =>
      outcomeOf(initiateOffRamp({ ...bed.parts, platform }, { ...request, ...proof }))
    const wrong = async () => (await findPin(bed.database.query, caller.userId))?.wrongInARow
    expect(await attempt({})).toBe('PIN_REQUIRED')
    expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await wrong()).toBe(2)
    expect(await attempt({ walletPin: '739164' })).toBe('PROVIDER_UNAVAILABLE')
    const pinToken = await bed.pinToken(caller)
    expect(await attempt({ pinToken })).toBe('PROVIDER_UNAVAILABLE')
    for (let guess = 3; guess <= 5; guess++)
      expect(await attempt({ walletPin: '111222' })).toBe('PIN_INVALID')
    expect(await attempt({ walletPin: '739164' })).toBe('PIN_LOCKED')
    // The chain is back: nothing was used up.
    expect(await outcomeOf(initiateOffRamp(bed.parts, { ...request, pinToken }))).toBe('done')
    await bed.comeToRest()
  })

  test('is checked with nothing locked while the chain is asked', async () => {
    const caller = await bed.addLearner(50_000_000n)
    const { rpc, contracts } = bed.chain.chain
    let asked = 0
    const watching: Rpc = {
      request: async (method, params) => {
        asked++
        const open = await bed.database.query`
          select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
        expect(open).toHaveLength(0)
        return rpc.request(method, params)
      },
    }
    const platform = { ...bed.parts.platform, chain: chainOver(watching, contracts) }
    await bed.sell(caller, 3, KENYAN, { ...bed.parts, platform })
    expect(asked).toBeGreaterThan(0)
    await bed.comeToRest()
  })

  test('token is spent once, and is good in its own session alone', async () => {
    const caller = await bed.addLearner(50_000_000n)
    const request = await saleOf(bed, caller, (await bed.quoteOff(caller, 3)).id)
    const elsewhere = { ...request, caller: { ...caller, sessionId: newId<'Session'>() } }
    expect(await outcomeOf(initiateOffRamp(bed.parts, elsewhere))).toBe('PIN_REQUIRED')
    expect(await outcomeOf(initiateOffRamp(bed.parts, request))).toBe('done')
    const again = { ...request, quoteId: (await bed.quoteOff(caller, 3)).id }
    expect(await outcomeOf(initiateOffRamp(bed.parts, again))).toBe('PIN_REQUIRED')
    await bed.comeToRest()
  })

  test('that was just reset pays nothing out for a while', async () => {
    const caller = await bed.addLearner(50_000_000n)
    await bed.write((tx) =>
      setPin(tx, { userId: caller.userId, pin: '739164', currentPin: undefined, now: now() }),
    )
    await bed.database.query`
      update wallet_pin set off_ramp_blocked_until = ${later(now(), 60_000)} where user_id = ${caller.userId}`
    expect(await outcomeOf(bed.sell(caller, 3))).toBe('OFF_RAMP_BLOCKED')
  })
})
