import { battleFinished } from '../../events/battles.ts'
import { projectAssessed } from '../../events/capstones.ts'
import { orderStatusChanged } from '../../events/payment-orders.ts'
import { lessonCompleted } from '../../events/progress.ts'
import { subscriptionChanged } from '../../events/subscriptions.ts'
import { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { DEPLOYMENT_KIND } from '../../platform/chain/smart-accounts/enqueue-user-operation.ts'
import { counter, fastCounter } from '../../platform/metrics.ts'
import type { DomainEvent, EventDefinition } from '../../platform/transaction/define-event.ts'
import { CHAIN_EFFECTS } from '../chain-effects.ts'

const countEvent = fastCounter('lyceum_events_total', 'Committed events, by name', 'event')
const completions = counter('lyceum_lesson_completions_total', 'Lessons completed for the first time', [])
const battles = fastCounter('lyceum_battles_total', 'Finished battles, by reason', 'reason', [
  'COMPLETED',
  'FORFEIT',
  'ABANDONED',
])
const fastAnswers = counter(
  'lyceum_battle_fast_answers_total',
  'Answers in battles that were faster than a person can read',
  [],
)
const assessments = fastCounter('lyceum_assessments_total', 'Assessed projects, by status', 'status', [
  'PASSED',
  'NEEDS_REVISION',
])
const orders = counter('lyceum_payment_order_transitions_total', 'Status changes of payment orders', [
  'direction',
  'status',
])
const subscriptions = fastCounter(
  'lyceum_subscription_changes_total',
  'Changes of subscriptions, by new status',
  'status',
)
const transactions = counter(
  'lyceum_chain_transactions_total',
  'Chain transactions that were confirmed or failed',
  ['kind', 'outcome'],
)

/** Failure counters start at zero, so that the alerts see the first increase. */
for (const direction of ['ON_RAMP', 'OFF_RAMP']) orders.inc({ direction, status: 'FAILED' }, 0)
for (const kind of [DEPLOYMENT_KIND, ...Object.keys(CHAIN_EFFECTS)])
  transactions.inc({ kind, outcome: 'failed' }, 0)

/** Additional counters by event. Labels are states and kinds, never ids. */
const COUNTERS_BY_EVENT = new Map([
  counting(lessonCompleted, () => completions.inc()),
  counting(battleFinished, ({ reason, players }) => {
    battles(reason)
    for (const player of players) if (player.fastAnswers > 0) fastAnswers.inc(player.fastAnswers)
  }),
  counting(projectAssessed, ({ status }) => assessments(status)),
  counting(orderStatusChanged, ({ direction, status }) => orders.inc({ direction, status })),
  counting(subscriptionChanged, ({ status }) => subscriptions(status)),
  counting(transactionConfirmed, ({ kind }) => transactions.inc({ kind, outcome: 'confirmed' })),
  counting(transactionFailed, ({ kind }) => transactions.inc({ kind, outcome: 'failed' })),
])

function counting<Data>(
  event: EventDefinition<Data>,
  count: (data: Data) => void,
): readonly [string, (data: unknown) => void] {
  return [event.eventName, count as (data: unknown) => void]
}

/** Counts the events of a commit. Called once per commit. */
export function countEvents(committed: DomainEvent[]): void {
  for (const { name, data } of committed) {
    countEvent(name)
    COUNTERS_BY_EVENT.get(name)?.(data)
  }
}
