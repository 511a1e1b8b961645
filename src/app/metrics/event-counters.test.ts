import { expect, test } from 'bun:test'
import { battleFinished } from '../../events/battles.ts'
import { projectAssessed } from '../../events/capstones.ts'
import { orderStatusChanged } from '../../events/payment-orders.ts'
import { subscriptionChanged } from '../../events/subscriptions.ts'
import { transactionFailed } from '../../platform/chain/relayer/events.ts'
import { metricsText } from '../../platform/metrics.ts'
import type { EventData, EventDefinition } from '../../platform/transaction/define-event.ts'
import { countEvents } from './event-counters.ts'

/** Only the counted fields of an event are set. */
const emitted = <Data>(event: EventDefinition<Data>, data: Partial<Data>) => event(data as Data)

const playerWith = (fastAnswers: number) =>
  ({ fastAnswers }) as EventData<typeof battleFinished>['players'][number]

async function metricValueOf(sample: string): Promise<number> {
  const line = (await metricsText()).split('\n').find((text) => text.startsWith(`${sample} `))
  return Number(line?.split(' ').at(-1) ?? Number.NaN)
}

for (const [event, sample] of [
  [emitted(battleFinished, { reason: 'FORFEIT', players: [] }), 'lyceum_battles_total{reason="FORFEIT"}'],
  [
    emitted(battleFinished, { reason: 'COMPLETED', players: [playerWith(1), playerWith(0)] }),
    'lyceum_battle_fast_answers_total',
  ],
  [emitted(projectAssessed, { status: 'PASSED' }), 'lyceum_assessments_total{status="PASSED"}'],
  [
    emitted(orderStatusChanged, { direction: 'OFF_RAMP', status: 'FAILED' }),
    'lyceum_payment_order_transitions_total{direction="OFF_RAMP",status="FAILED"}',
  ],
  [
    emitted(transactionFailed, { kind: 'badges.mint' }),
    'lyceum_chain_transactions_total{kind="badges.mint",outcome="failed"}',
  ],
] as const)
  test(`${event.name} is counted by name and labels, and its counter starts at zero`, async () => {
    const byName = `lyceum_events_total{event="${event.name}"}`
    const before = { sample: await metricValueOf(sample), name: (await metricValueOf(byName)) || 0 }
    expect(before.sample).toBeGreaterThanOrEqual(0)
    countEvents([event, event])
    expect(await metricValueOf(sample)).toBe(before.sample + 2)
    expect(await metricValueOf(byName)).toBe(before.name + 2)
  })

test('a subscription change is counted by its status, not by the name of the store event', async () => {
  countEvents([
    emitted(subscriptionChanged, { status: 'MOVED', cause: 'SOMETHING_NEW', productId: 'premium_x' }),
  ])
  const text = await metricsText()
  expect(text).toContain('lyceum_subscription_changes_total{status="MOVED"}')
  expect(text).not.toContain('SOMETHING_NEW')
  expect(text).not.toContain('premium_x')
})
