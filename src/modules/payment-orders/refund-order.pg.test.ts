import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collectOutcomes } from '../../../test/harness/barrier.ts'
import { MINUTE_MS, now } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { chargeGems } from '../ledger/public/charge-gems.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { connectFonbnk, startFonbnk } from '../payment-providers/fonbnk-testbed.ts'
import { type PaymentProvider, ProviderUncertainError } from '../payment-providers/public/provider.ts'
import { outcomeOf } from '../wallet/wallet-testbed.ts'
import type { PaymentDeps } from './deps.ts'
import { initiateOnRamp } from './initiate-on-ramp.ts'
import { createPaymentFixture, type PaymentFixture } from './payment-orders-testbed.ts'
import { onProviderWebhook } from './public/on-provider-webhook.ts'
import type { Order } from './public/order.ts'
import { markRefunded, previewRefund, refundOrder } from './public/resolve-order.ts'
import { quoteOnRamp } from './quotes/create-quote.ts'
import { RateCache } from './quotes/rate-cache.ts'
import { findDiscrepancies } from './reconciliation/find-discrepancies.ts'
import { reconcileDueOrders } from './reconciliation/reconcile-order.ts'

let fixture: PaymentFixture
const { level } = log
beforeAll(async () => {
  log.level = 'silent'
  fixture = await createPaymentFixture()
})
afterAll(async () => {
  log.level = level
  await fixture.stop()
})

/** A paid and delivered purchase. */
async function bought(asset?: 'GEMS'): Promise<{ caller: Caller; order: Order }> {
  const caller = await fixture.addLearner()
  const { id } = await fixture.buy(caller, 1_300, asset ? { asset } : {})
  await fixture.press(await fixture.order(id))
  await fixture.runUntilIdle()
  const order = await fixture.order(id)
  expect(order.status).toBe('COMPLETED')
  return { caller, order }
}

const refund = ({ id: orderId }: Order, shortfall: number | undefined, write: Write = fixture.write) =>
  write((tx) => refundOrder(tx, { orderId, shortfall, by: 'a person', now: now() }))
const preview = ({ id }: Order, { providers }: PaymentDeps = fixture.deps) =>
  previewRefund(fixture.database.query, providers, id)
const gemsOf = async ({ userId }: { userId: Caller['userId'] }) =>
  (await getTotals(fixture.database.query, userId)).totalGems
const spend = ({ userId }: Caller, gems: number) =>
  fixture.write((tx) =>
    chargeGems(tx, {
      userId,
      gems,
      to: 'house:fees',
      source: `test:${crypto.randomUUID()}`,
      reason: 'streak freeze',
      now: now(),
    }),
  )

/** The ledger entries that name the order, as `account asset amount`. */
async function entriesOf({ id, userId }: Order): Promise<string[]> {
  const rows = await fixture.database.query<{ account: string; asset: string; amount: bigint }>`
    select account, asset, amount from ledger_entry join ledger_transfer transfer on transfer.id = transfer_id
    where transfer.source = ${`order:${id}:taken-back`} order by account`
  return rows.map(({ account, asset, amount }) => `${account.replace(userId, 'me')} ${asset} ${amount}`)
}

async function discrepanciesOf({ id }: Order, deps: PaymentDeps = fixture.deps): Promise<string[]> {
  const found: string[] = []
  for await (const { orderId, description } of findDiscrepancies(deps, now()))
    if (orderId === id) found.push(description)
  return found
}
const ledgerFaults = async () => (await auditLedger(fixture.database)).faults

/** The sandbox with a counter of refunds, and errors where the test wants them. */
function depsWith(change: (real: PaymentProvider) => Partial<PaymentProvider>): PaymentDeps {
  const real = fixture.deps.providers.defaultProvider!
  const provider = { ...real, ...change(real) }
  return {
    ...fixture.deps,
    providers: { ...fixture.deps.providers, byName: new Map([[provider.name, provider]]) },
  }
}

async function reconcileWith(deps: PaymentDeps, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    fixture.time.advance(6 * MINUTE_MS)
    await reconcileDueOrders(deps)
  }
}

describe('the refund of a completed purchase of gems', () => {
  test('unspent gems are taken back, and the provider refunds the payment', async () => {
    const { order } = await bought('GEMS')
    const gems = order.tokenAmount
    expect(await preview(order)).toMatchObject({
      isPossible: true,
      delivered: gems,
      takenBack: gems,
      shortfall: 0n,
      paidBack: order.fiatAmount,
      method: 'BY_PROVIDER',
    })
    await refund(order, 0)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'REFUND_PENDING',
      takenBack: gems,
      shortfall: 0n,
    })
    expect([await gemsOf(order), await discrepanciesOf(order)]).toEqual([0, []])
    await fixture.runUntilIdle()
    expect((await fixture.statusHistory(order.id)).slice(-3)).toEqual([
      'COMPLETED',
      'REFUND_PENDING',
      'REFUNDED',
    ])
    expect(await entriesOf(order)).toEqual([`house:sales GEM ${gems}`, `user:me GEM -${gems}`])
    expect([await discrepanciesOf(order), await ledgerFaults()]).toEqual([[], []])
    // The preview of a refunded order says what was done.
    expect(await preview(order)).toMatchObject({ isPossible: false, takenBack: gems, shortfall: 0n })
  })

  test('spent gems are a loss of the house, which the operator must have seen', async () => {
    const { caller, order } = await bought('GEMS')
    await spend(caller, 3)
    const rest = order.tokenAmount - 3n
    const { takenBack, shortfall, entries } = await preview(order)
    expect([takenBack, shortfall]).toEqual([rest, 3n])
    for (const seen of [undefined, 0, 2, 4]) {
      expect(await outcomeOf(refund(order, seen))).toBe('REFUND_CHANGED')
      expect([(await fixture.order(order.id)).status, await gemsOf(order)]).toEqual([
        'COMPLETED',
        Number(rest),
      ])
    }
    await refund(order, 3)
    expect(await entriesOf(order)).toEqual([
      'house:losses GEM -3',
      `house:sales GEM ${order.tokenAmount}`,
      `user:me GEM -${rest}`,
    ])
    expect(entries.map(({ account, asset, amount }) => `${account} ${asset} ${amount}`).toSorted()).toEqual(
      (await entriesOf(order)).map((entry) => entry.replace('me', order.userId)).toSorted(),
    )
    await fixture.runUntilIdle()
    expect(await gemsOf(order)).toBe(0)
    expect([await discrepanciesOf(order), await ledgerFaults()]).toEqual([[], []])
  })

  test('a user who has spent everything is refunded, and the balance stays at zero', async () => {
    const { caller, order } = await bought('GEMS')
    await spend(caller, Number(order.tokenAmount))
    await refund(order, Number(order.tokenAmount))
    expect(await entriesOf(order)).toEqual([
      `house:losses GEM -${order.tokenAmount}`,
      `house:sales GEM ${order.tokenAmount}`,
    ])
    expect([await gemsOf(order), await ledgerFaults()]).toEqual([0, []])
  })

  test('gems of other origin beyond the delivery are not taken', async () => {
    const [{ caller, order }, other] = [await bought('GEMS'), await bought('GEMS')]
    await refund(other.order, 0)
    const second = await fixture.buy(caller, 1_300, { asset: 'GEMS' })
    await fixture.press(second)
    await fixture.runUntilIdle()
    await refund(order, 0)
    expect(await gemsOf(order)).toBe(Number(second.tokenAmount))
  })
})

test('bought tokens stay in the wallet of the user and are a loss of the house', async () => {
  const { caller, order } = await bought()
  const { takenBack, shortfall } = await preview(order)
  expect([takenBack, shortfall]).toEqual([0n, order.tokenAmount])
  await refund(order, Number(order.tokenAmount) / 1e6)
  await fixture.runUntilIdle()
  expect((await fixture.order(order.id)).status).toBe('REFUNDED')
  expect(await fixture.tokensOf(caller)).toBe(order.tokenAmount)
  expect(await entriesOf(order)).toEqual([
    `house:losses USDT -${order.tokenAmount}`,
    `house:treasury USDT ${order.tokenAmount}`,
  ])
  expect([await discrepanciesOf(order), await ledgerFaults()]).toEqual([[], []])
})

describe('a refund happens once', () => {
  test('of many operators at the same time one refunds', async () => {
    const { order } = await bought('GEMS')
    const outcomes = await collectOutcomes(Array.from({ length: 10 }, () => refund(order, 0)))
    expect(outcomes).toEqual({ done: 1, refused: { MOVE_NOT_ALLOWED: 9 } })
    await fixture.runUntilIdle()
    expect(await entriesOf(order)).toHaveLength(2)
    expect(await outcomeOf(refund(order, 0))).toBe('MOVE_NOT_ALLOWED')
  })

  test('a refund that races with spending takes what was previewed, or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const { caller, order } = await bought('GEMS')
      const [refunded, spent] = await Promise.all([outcomeOf(refund(order, 0)), outcomeOf(spend(caller, 1))])
      const gems = await gemsOf(order)
      expect([
        ['done', 'INSUFFICIENT_GEMS', 0],
        ['REFUND_CHANGED', 'done', Number(order.tokenAmount) - 1],
      ]).toContainEqual([refunded, spent, gems])
    }
    expect(await ledgerFaults()).toEqual([])
  })

  test('a provider that refunds without an answer is not asked again', async () => {
    const { order } = await bought('GEMS')
    let requests = 0
    const deps = depsWith((real) => ({
      refund: async (...request) => {
        requests++
        await real.refund(...request)
        throw new ProviderUncertainError('no answer')
      },
    }))
    await refund(order, 0)
    await reconcileWith(deps)
    expect((await fixture.order(order.id)).status).toBe('REFUND_PENDING')
    expect(await discrepanciesOf(order)).toEqual([])
    await reconcileWith(deps, 2)
    expect([(await fixture.order(order.id)).status, requests]).toEqual(['REFUNDED', 1])
    expect(await entriesOf(order)).toHaveLength(2)
  })

  test('a provider that does not answer is asked later, and the gems stay taken', async () => {
    const { order } = await bought('GEMS')
    const away = depsWith(() => ({
      findCollection: async () => {
        throw new ProviderUncertainError('away', { mayHaveTakenEffect: false })
      },
    }))
    await refund(order, 0)
    await reconcileWith(away, 9)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'REFUND_PENDING',
      reviewNote: expect.stringContaining('no answer'),
    })
    expect(await gemsOf(order)).toBe(0)
    await fixture.runUntilIdle()
    expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUNDED', reviewNote: null })
  })

  test('a process that is killed at any step refunds once', async () => {
    class Killed extends Error {}
    let kills = 0
    for (let isFinished = false; !isFinished; kills++) {
      const { order } = await bought('GEMS')
      let [steps, refunds] = [0, 0]
      const step = () => {
        if (++steps > kills) throw new Killed()
      }
      const withSteps = async <Result>(work: () => Promise<Result>) => {
        step()
        const result = await work()
        step()
        return result
      }
      const write = Object.assign(((work) => withSteps(() => fixture.write(work))) as Write, {
        withEvents: ((work: (tx: Tx) => Promise<unknown>) =>
          withSteps(() => fixture.write.withEvents(work))) as Write['withEvents'],
      })
      const deps = depsWith((real) => ({
        findCollection: (reference) => withSteps(() => real.findCollection(reference)),
        refund: (...request) =>
          withSteps(async () => {
            const found = await real.findCollection(request[0])
            if (found?.state === 'SETTLED') refunds++
            return real.refund(...request)
          }),
      }))
      try {
        await refund(order, 0, write)
        await reconcileWith({ ...deps, platform: { ...deps.platform, write } })
        isFinished = true
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
      // The operator repeats the request, and another process continues when the claim has expired.
      expect(['done', 'MOVE_NOT_ALLOWED']).toContain(await outcomeOf(refund(order, 0)))
      steps = Number.NEGATIVE_INFINITY
      await reconcileWith(deps, 3)
      expect([(await fixture.order(order.id)).status, refunds, await gemsOf(order)]).toEqual([
        'REFUNDED',
        1,
        0,
      ])
      expect(await entriesOf(order)).toHaveLength(2)
      expect(await discrepanciesOf(order)).toEqual([])
    }
    expect(kills).toBeGreaterThan(6)
    expect(await ledgerFaults()).toEqual([])
  })
})

describe('a webhook about the refund', () => {
  const receiveWebhook = ({ id: orderId }: Order) =>
    fixture.write((tx) => onProviderWebhook(tx, { provider: 'sandbox', orderId, now: now() }))

  test('a payment that the provider returned on its own is taken back without another refund', async () => {
    const { order } = await bought('GEMS')
    await fixture.deps.providers.defaultProvider!.refund(
      { orderId: order.id, providerOrderId: order.providerOrderId, currency: order.fiatCurrency },
      order.fiatAmount,
    )
    await receiveWebhook(order)
    await reconcileWith(fixture.deps)
    expect(await fixture.order(order.id)).toMatchObject({
      status: 'COMPLETED',
      reviewNote: 'the provider refunded the payment',
    })
    let requests = 0
    const deps = depsWith((real) => ({
      refund: (...request) => {
        requests++
        return real.refund(...request)
      },
    }))
    await refund(order, 0)
    await reconcileWith(deps)
    expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUNDED', reviewNote: null })
    expect([requests, await gemsOf(order), await discrepanciesOf(order)]).toEqual([0, 0, []])
  })

  test('webhooks during and after the refund change nothing', async () => {
    const { order } = await bought('GEMS')
    await refund(order, 0)
    for (let count = 0; count < 3; count++) await receiveWebhook(order)
    await fixture.runUntilIdle()
    expect((await receiveWebhook(order)).state).toBe('IGNORED')
    await fixture.runUntilIdle()
    expect((await fixture.statusHistory(order.id)).slice(-2)).toEqual(['REFUND_PENDING', 'REFUNDED'])
    expect(await entriesOf(order)).toHaveLength(2)
  })
})

test('a provider without refunds leaves the refund to an operator, and the comparison stays clean', async () => {
  const fakeProvider = startFonbnk()
  const provider = connectFonbnk(fakeProvider)
  const deps: PaymentDeps = {
    ...fixture.deps,
    providers: {
      defaultProvider: provider,
      byName: new Map([[provider.name, provider]]),
      payoutOverrides: {},
    },
    rates: new RateCache(),
  }
  const { userId } = await fixture.addLearner()
  const wanted = { fiatAmount: 5_000, fiatCurrency: 'NGN', cryptoCurrency: 'GEMS' } as const
  const { id: quoteId } = await quoteOnRamp(deps, { userId, ...wanted, now: now() })
  const order = await initiateOnRamp(deps, { userId, quoteId, method: 'BANK_TRANSFER', now: now() })
  fakeProvider.set(order.id, { status: 'payout_successful' })
  await reconcileWith(deps)
  expect(await preview(order, deps)).toMatchObject({ method: 'BY_HAND', isPossible: true })
  await refund(order, 0)
  await reconcileWith(deps)
  expect(await fixture.order(order.id)).toMatchObject({
    status: 'REFUND_PENDING',
    reviewNote: expect.stringContaining('manually'),
  })
  await fixture.write((tx) => markRefunded(tx, { orderId: order.id, by: 'a person', now: now() }))
  expect(await fixture.order(order.id)).toMatchObject({ status: 'REFUNDED', isRefundedByHand: true })
  expect(await discrepanciesOf(order, deps)).toEqual([])
  // The payer got the money twice.
  fakeProvider.set(order.id, { status: 'refund_successful' })
  expect(await discrepanciesOf(order, deps)).toEqual([
    'refunded by hand, but its state at the provider is REFUNDED',
  ])
  await fakeProvider.stop()
})

test('an unpaid order and a sale of tokens are not refunded', async () => {
  const unpaid = await fixture.buy(await fixture.addLearner(), 1_300)
  const sale = await fixture.sell(await fixture.addLearner(5_000_000n), 5)
  await fixture.runUntilIdle()
  for (const { id } of [unpaid, sale]) {
    const order = await fixture.order(id)
    expect(await preview(order)).toMatchObject({ isPossible: false, delivered: 0n, entries: [] })
    expect(await outcomeOf(refund(order, 0))).toBe('MOVE_NOT_ALLOWED')
  }
})
