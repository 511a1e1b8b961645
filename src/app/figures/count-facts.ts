import { MINT_KIND } from '../../modules/badges/badge-token.ts'
import { battleFinished } from '../../modules/battles/events.ts'
import { projectAssessed } from '../../modules/capstones/events.ts'
import { KINDS as CERTIFICATE_KINDS } from '../../modules/certificates/certificate.ts'
import { lessonCompleted } from '../../modules/learning/events.ts'
import { orderMoved } from '../../modules/payments/events.ts'
import { CHAIN_KINDS as PAYMENT_KINDS } from '../../modules/payments/orders/order.ts'
import { KIND as SETTLEMENT_KIND } from '../../modules/settlement/batch.ts'
import { subscriptionChanged } from '../../modules/subscriptions/events.ts'
import { DEPLOYMENT_KIND } from '../../platform/chain/accounts/enqueue-user-operation.ts'
import { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import type { Fact, FactDeclaration } from '../../platform/events.ts'
import { counter, tally } from '../../platform/metrics.ts'

const countFact = tally('lyceum_facts_total', 'Facts that were committed, by name', 'fact')
const completions = counter('lyceum_lesson_completions_total', 'Lessons completed for the first time', [])
const battles = tally('lyceum_battles_total', 'Battles that ended, by how', 'reason', [
  'COMPLETED',
  'FORFEIT',
  'ABANDONED',
])
const assessments = tally('lyceum_assessments_total', 'Results of projects, by what they are', 'status', [
  'PASSED',
  'NEEDS_REVISION',
])
const orders = counter('lyceum_payment_orders_total', 'Orders that came into a state', [
  'direction',
  'status',
])
const subscriptions = tally(
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
  MINT_KIND,
  SETTLEMENT_KIND,
  DEPLOYMENT_KIND,
  ...Object.values(CERTIFICATE_KINDS),
  ...Object.values(PAYMENT_KINDS),
])
  transactions.inc({ kind, outcome: 'failed' }, 0)

/** What is counted of a fact beside its name. Labels are states and kinds, never somebody's id. */
const COUNTED = new Map([
  counting(lessonCompleted, () => completions.inc()),
  counting(battleFinished, ({ reason }) => battles(reason)),
  counting(projectAssessed, ({ status }) => assessments(status)),
  counting(orderMoved, ({ direction, status }) => orders.inc({ direction, status })),
  counting(subscriptionChanged, ({ status }) => subscriptions(status)),
  counting(transactionConfirmed, ({ kind }) => transactions.inc({ kind, outcome: 'confirmed' })),
  counting(transactionFailed, ({ kind }) => transactions.inc({ kind, outcome: 'failed' })),
])

function counting<Data>(
  fact: FactDeclaration<Data>,
  count: (data: Data) => void,
): readonly [string, (data: unknown) => void] {
  return [fact.factName, count as (data: unknown) => void]
}

/** Figures from what modules tell anyway: called once for every commit, with the facts of it. */
export function countFacts(committed: Fact[]): void {
  for (const { name, data } of committed) {
    countFact(name)
    COUNTED.get(name)?.(data)
  }
}
