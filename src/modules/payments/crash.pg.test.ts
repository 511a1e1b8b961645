import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { figure } from '../../../test/harness/figures.ts'
import { log } from '../../platform/log.ts'
import type { Tx } from '../../platform/tx.ts'
import type { Write } from '../../platform/write.ts'
import { auditLedger } from '../rewards/audit/audit-ledger.ts'
import { findHold } from './holds/queries.ts'
import { initiateOffRamp } from './orders/initiate-off-ramp.ts'
import type { OrderId } from './orders/order.ts'
import type { PaymentParts } from './parts.ts'
import { createPaymentBed, type PaymentBed, saleOf } from './payments-testbed.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { sweepOrders } from './reconcile/advance-order.ts'

setDefaultTimeout(120_000)

let bed: PaymentBed
const { level } = log
beforeAll(async () => {
  // A process that dies complains, and that is no news here.
  log.level = 'silent'
  bed = await createPaymentBed()
})
afterAll(async () => {
  log.level = level
  await bed.stop()
})

class Killed extends Error {}

/**
 * Stands for a process that dies at its n-th step: before or after a transaction, before or after a request to the
 * provider. It is a fault that is thrown, not a signal: what was under way in memory is gone, the rest stays.
 */
function dyingParts(stepsToLive: number): { parts: PaymentParts; write: Write; steps: () => number } {
  let steps = 0
  const step = () => {
    if (++steps > stepsToLive) throw new Killed()
  }
  const around = async <Result>(work: () => Promise<Result>) => {
    step()
    const result = await work()
    step()
    return result
  }
  const write = Object.assign(((work) => around(() => bed.write(work))) as Write, {
    telling: ((work: (tx: Tx) => Promise<unknown>) =>
      around(() => bed.write.telling(work))) as Write['telling'],
  })
  const real = bed.parts.providers.current!
  const provider: PaymentProvider = {
    ...real,
    pay: (request) => around(() => real.pay(request)),
    findPayout: (reference) => around(() => real.findPayout(reference)),
  }
  return {
    steps: () => steps,
    write,
    parts: {
      ...bed.parts,
      platform: { ...bed.parts.platform, write },
      providers: { ...bed.parts.providers, byName: new Map([[provider.name, provider]]) },
    },
  }
}

/** The whole way, in a process that may die on it. True when it came to the end. */
async function sellIn(
  { parts, write }: ReturnType<typeof dyingParts>,
  request: Parameters<typeof initiateOffRamp>[1],
): Promise<boolean> {
  try {
    await initiateOffRamp(parts, request)
    await bed.relay(write)
    for (let round = 0; round < 3; round++) {
      bed.time.pass(10_000)
      await sweepOrders(parts)
    }
    await bed.relay(write)
    return true
  } catch (fault) {
    if (fault instanceof Killed) return false
    throw fault
  }
}

describe('killed at every step of a pay-out', () => {
  test.each([
    ['that goes well', '+254712345678'],
    ['that fails at the provider', '+254712345702'],
    ['that is refused', '+254712345707'],
    ['that the provider takes without an answer', '+254712345704'],
  ])('%s, tokens are never both paid out and kept, and never lost', async (_, phone) => {
    const ends = new Set<string>()
    let lives = 0
    for (let isThrough = false; !isThrough; lives++) {
      const caller = await bed.addLearner(5_000_000n)
      const { id: quoteId } = await bed.quoteOff(caller, 5)
      const request = await saleOf(bed, caller, quoteId, phone)
      isThrough = await sellIn(dyingParts(lives), request)
      // Another process takes over, after the claim of the dead one has run out.
      await bed.comeToRest()
      const [order] = await bed.database.query<{ id: OrderId; status: string }>`
        select id, status from payment_order where quote_id = ${quoteId}`
      const paid = order ? await bed.payouts(order.id) : 0
      const end = { status: order?.status ?? 'NONE', paid, tokens: await bed.tokensOf(caller) }
      expect([
        { status: 'COMPLETED', paid: 1, tokens: 0n },
        { status: 'REFUNDED', paid: 0, tokens: 5_000_000n },
        { status: 'NONE', paid: 0, tokens: 5_000_000n },
      ]).toContainEqual(end)
      expect((await findHold(bed.database.query, caller.userId)).held).toBe(0n)
      ends.add(end.status)
    }
    figure(`payments: a pay-out was killed at ${lives - 1} steps; ended ${[...ends].join(', ')}`)
    expect(lives).toBeGreaterThan(6)
    expect((await auditLedger(bed.database)).faults).toEqual([])
  })
})
