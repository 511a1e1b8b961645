import { expect, test } from 'bun:test'
import { battleFinished } from '../../modules/battles/events.ts'
import { projectAssessed } from '../../modules/capstones/events.ts'
import { orderMoved } from '../../modules/payments/events.ts'
import { subscriptionChanged } from '../../modules/subscriptions/events.ts'
import { transactionFailed } from '../../platform/chain/relayer/events.ts'
import type { FactDeclaration } from '../../platform/events.ts'
import { metricsText } from '../../platform/metrics.ts'
import { countFacts } from './count-facts.ts'

/** Of a fact only what is counted matters here. */
const told = <Data>(fact: FactDeclaration<Data>, data: Partial<Data>) => fact(data as Data)

async function shownAs(sample: string): Promise<number> {
  const line = (await metricsText()).split('\n').find((text) => text.startsWith(`${sample} `))
  return Number(line?.split(' ').at(-1) ?? Number.NaN)
}

for (const [fact, sample] of [
  [told(battleFinished, { reason: 'FORFEIT' }), 'lyceum_battles_total{reason="FORFEIT"}'],
  [told(projectAssessed, { status: 'PASSED' }), 'lyceum_assessments_total{status="PASSED"}'],
  [
    told(orderMoved, { direction: 'OFF_RAMP', status: 'FAILED' }),
    'lyceum_payment_orders_total{direction="OFF_RAMP",status="FAILED"}',
  ],
  [
    told(transactionFailed, { kind: 'badges.mint' }),
    'lyceum_chain_transactions_total{kind="badges.mint",outcome="failed"}',
  ],
] as const)
  test(`${fact.name} is counted by name and by what it says, and was shown before it ever happened`, async () => {
    const byName = `lyceum_facts_total{fact="${fact.name}"}`
    const before = { sample: await shownAs(sample), name: (await shownAs(byName)) || 0 }
    expect(before.sample).toBeGreaterThanOrEqual(0)
    countFacts([fact, fact])
    expect(await shownAs(sample)).toBe(before.sample + 2)
    expect(await shownAs(byName)).toBe(before.name + 2)
  })

test('a subscription is counted by its status, never by what a store sent', async () => {
  countFacts([told(subscriptionChanged, { status: 'MOVED', cause: 'SOMETHING_NEW', productId: 'premium_x' })])
  const text = await metricsText()
  expect(text).toContain('lyceum_subscription_changes_total{status="MOVED"}')
  expect(text).not.toContain('SOMETHING_NEW')
  expect(text).not.toContain('premium_x')
})
