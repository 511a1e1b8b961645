import { battleFinished } from '../../events/battles.ts'
import { projectAssessed } from '../../events/capstones.ts'
import { orderStatusChanged } from '../../events/payment-orders.ts'
import { lessonCompleted } from '../../events/progress.ts'
import { subscriptionChanged } from '../../events/subscriptions.ts'
import { BADGE_MINT_KIND } from '../../modules/badges/minting/badge-token.ts'
import { CERTIFICATE_TRANSACTION_KINDS as CERTIFICATE_KINDS } from '../../modules/certificates/public/certificate.ts'
import { CHAIN_KINDS as PAYMENT_KINDS } from '../../modules/payment-orders/public/order.ts'
import { SETTLEMENT_TRANSACTION_KIND as SETTLEMENT_KIND } from '../../modules/settlement/batch.ts'
import { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { DEPLOYMENT_KIND } from '../../platform/chain/smart-accounts/enqueue-user-operation.ts'
import { counter, fastCounter } from '../../platform/metrics.ts'
import type { DomainEvent, EventDefinition } from '../../platform/transaction/define-event.ts'

const countEvent = fastCounter('lyceum_events_total', 'Committed events, by name', 'event')
const completions = counter('lyceum_lesson_completions_total', 'Lessons completed for the first time', [])
const battles = fastCounter('lyceum_battles_total', 'Battles that ended, by how', 'reason', [
  'COMPLETED',
  'FORFEIT',
  'ABANDONED',
])
const assessments = fastCounter(
  'lyceum_assessments_total',
  'Results of projects, by what they are',
  'status',
  ['PASSED', 'NEEDS_REVISION'],
)
const orders = counter('lyceum_payment_order_transitions_total', 'Orders that came into a state', [
  'direction',
  'status',
])
const subscriptions = fastCounter(
  'lyceum_subscription_changes_total',
  'Changes of subscriptions, by the status after it',
  'status',
)
const transactions = counter('lyceum_chain_transactions_total', 'Transactions that were settled', [
  'kind',
  'outcome',
])

/** Failures are shown from zero on: an alert looks for their rise, and the first of them is one. */
for (const direction of ['ON_RAMP', 'OFF_RAMP']) orders.inc({ direction, status: 'FAILED' }, 0)
for (const kind of [
  BADGE_MINT_KIND,
  SETTLEMENT_KIND,
  DEPLOYMENT_KIND,
  ...Object.values(CERTIFICATE_KINDS),
  ...Object.values(PAYMENT_KINDS),
])
  transactions.inc({ kind, outcome: 'failed' }, 0)

/** What is counted of a fact beside its name. Labels are states and kinds, never somebody's id. */
const COUNTERS_BY_EVENT = new Map([
  counting(lessonCompleted, () => completions.inc()),
  counting(battleFinished, ({ reason }) => battles(reason)),
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

/** Figures from what modules tell anyway: called once for every commit, with the facts of it. */
export function countEvents(committed: DomainEvent[]): void {
  for (const { name, data } of committed) {
    countEvent(name)
    COUNTERS_BY_EVENT.get(name)?.(data)
  }
}
