import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import type { OrderId } from '../../events/payment-orders.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Write } from '../../platform/transaction/write.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import type { PaymentProvider } from '../payment-providers/public/provider.ts'
import type { PaymentDeps } from './deps.ts'
import {
  createOffRamp,
  createPaymentFixture,
  type PaymentFixture,
  saleRequest,
} from './payment-orders-testbed.ts'
import { findTokenReservation } from './queries.ts'
import { reconcileDueOrders } from './reconciliation/reconcile-order.ts'

let fixture: PaymentFixture
const { level } = log
beforeAll(async () => {
  // The expected errors of dying processes are not logged.
  log.level = 'silent'
  fixture = await createPaymentFixture()
})
afterAll(async () => {
  log.level = level
  await fixture.stop()
})

class Killed extends Error {}

/**
 * Simulates a process that dies at its n-th step: before or after a transaction, before or after a request to the
 * provider. It throws an error instead of a signal: the state in memory is lost, the rest stays.
 */
function killableDeps(stepsBeforeKill: number): { deps: PaymentDeps; write: Write; steps: () => number } {
  let steps = 0
  const step = () => {
    if (++steps > stepsBeforeKill) throw new Killed()
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
  const real = fixture.deps.providers.defaultProvider!
  const provider: PaymentProvider = {
    ...real,
    payOut: (request) => withSteps(() => real.payOut(request)),
    findPayout: (reference) => withSteps(() => real.findPayout(reference)),
  }
  return {
    steps: () => steps,
    write,
    deps: {
      ...fixture.deps,
      platform: { ...fixture.deps.platform, write },
      providers: { ...fixture.deps.providers, byName: new Map([[provider.name, provider]]) },
    },
  }
}

/** Runs the whole off-ramp in a process that may die; returns true if it finished. */
async function sellIn(
  { deps, write }: ReturnType<typeof killableDeps>,
  request: Parameters<typeof createOffRamp>[1],
): Promise<boolean> {
  try {
    await createOffRamp(deps, request)
    await fixture.relay(write)
    for (let round = 0; round < 3; round++) {
      fixture.time.advance(10_000)
      await reconcileDueOrders(deps)
    }
    await fixture.relay(write)
    return true
  } catch (error) {
    if (error instanceof Killed) return false
    throw error
  }
}

describe('a process that is killed at any step of a pay-out', () => {
  test.each([
    ['that succeeds', '+254712345678'],
    ['that fails at the provider', '+254712345702'],
    ['that is refused', '+254712345707'],
    ['that the provider accepts without an answer', '+254712345704'],
  ])(
    'a crash during a pay-out %s never pays out and returns the same tokens, and never loses them',
    async (_, phone) => {
      const ends = new Set<string>()
      let kills = 0
      for (let isFinished = false; !isFinished; kills++) {
        const caller = await fixture.addLearner(5_000_000n)
        const { id: quoteId } = await fixture.quoteOff(caller, 5)
        const request = await saleRequest(fixture, caller, quoteId, phone)
        isFinished = await sellIn(killableDeps(kills), request)
        // Another process continues after the claim of the dead one has expired.
        await fixture.runUntilIdle()
        const [order] = await fixture.database.query<{ id: OrderId; status: string }>`
        select id, status from payment_order where quote_id = ${quoteId}`
        const paid = order ? await fixture.payouts(order.id) : 0
        const end = { status: order?.status ?? 'NONE', paid, tokens: await fixture.tokensOf(caller) }
        expect([
          { status: 'COMPLETED', paid: 1, tokens: 0n },
          { status: 'REFUNDED', paid: 0, tokens: 5_000_000n },
          { status: 'NONE', paid: 0, tokens: 5_000_000n },
        ]).toContainEqual(end)
        expect((await findTokenReservation(fixture.database.query, caller.userId)).reserved).toBe(0n)
        ends.add(end.status)
      }
      reportMeasurement(`payments: a pay-out was killed at ${kills - 1} steps; ended ${[...ends].join(', ')}`)
      expect(kills).toBeGreaterThan(6)
      expect((await auditLedger(fixture.database)).faults).toEqual([])
    },
  )
})
