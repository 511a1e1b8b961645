import { describe, expect, test } from 'bun:test'
import { ORDER_STATUSES, type OrderStatus, type PaymentDirection } from '../../events/payment-orders.ts'
import { ORDER_EVENTS, type OrderEvent, type Outcome } from './order-events.ts'
import { outcomeOf } from './order-state-machine.ts'
import { INITIAL_STATUS, isClosed, type OrderState } from './order-states.ts'
import type { Order } from './public/order.ts'

const ON_RAMP_STATES: OrderState[] = ORDER_STATUSES.filter((status) => status !== 'PAYOUT_SENT')
const OFF_RAMP_STATES: OrderState[] = [
  'COLLECTING',
  'PROCESSING',
  'PAYOUT_SENT',
  'COMPLETED',
  'FAILED',
  'REFUNDED',
]

/** Lines of `event | states | statuses; effects; next poll`, or of `event | states | error`. */
const ON_RAMP = `
awaiting_payment     | PAYMENT_RECEIVED | noteIfStuck; later
awaiting_payment     | PROCESSING COMPLETED UNDER_REVIEW | stop
awaiting_payment     | PENDING_PAYMENT EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | later
settling             | PENDING_PAYMENT | PAYMENT_RECEIVED; later
settling             | PAYMENT_RECEIVED | noteIfStuck; later
settling             | PROCESSING COMPLETED UNDER_REVIEW EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | later
settled              | PENDING_PAYMENT | PAYMENT_RECEIVED, PROCESSING; deliver; stop
settled              | PAYMENT_RECEIVED | PROCESSING; deliver; stop
settled              | EXPIRED CANCELLED FAILED | UNDER_REVIEW; stop
settled              | PROCESSING COMPLETED UNDER_REVIEW REFUND_PENDING REFUNDED | stop
settled_other_amount | PENDING_PAYMENT PAYMENT_RECEIVED EXPIRED CANCELLED FAILED | UNDER_REVIEW; stop
settled_other_amount | PROCESSING | later
settled_other_amount | COMPLETED | flag; stop
settled_other_amount | UNDER_REVIEW REFUND_PENDING REFUNDED | stop
payment_failed       | PENDING_PAYMENT | FAILED; stop
payment_failed       | PAYMENT_RECEIVED | UNDER_REVIEW; stop
payment_failed       | PROCESSING | later
payment_failed       | COMPLETED UNDER_REVIEW | flag; stop
payment_failed       | EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | stop
payment_cancelled    | PENDING_PAYMENT | CANCELLED; stop
payment_cancelled    | PAYMENT_RECEIVED | UNDER_REVIEW; stop
payment_cancelled    | PROCESSING | later
payment_cancelled    | COMPLETED UNDER_REVIEW | flag; stop
payment_cancelled    | EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | stop
payment_expired      | PENDING_PAYMENT | EXPIRED; stop
payment_expired      | PAYMENT_RECEIVED | UNDER_REVIEW; stop
payment_expired      | PROCESSING | later
payment_expired      | COMPLETED UNDER_REVIEW | flag; stop
payment_expired      | EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | stop
payment_returned     | PENDING_PAYMENT PAYMENT_RECEIVED | UNDER_REVIEW; stop
payment_returned     | PROCESSING | later
payment_returned     | COMPLETED UNDER_REVIEW | flag; stop
payment_returned     | EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | stop
not_found            | PENDING_PAYMENT | EXPIRED; stop
not_found            | PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | stop
not_found_yet        | PENDING_PAYMENT | EXPIRED; later
not_found_yet        | PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | later
payout_pending       | all | stop
payout_sent          | all | stop
payout_completed     | all | flag; stop
payout_failed        | all | stop
refund_pending       | REFUND_PENDING | noteIfStuck; later
refund_pending       | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUNDED UNDER_REVIEW | stop
refund_completed     | REFUND_PENDING | REFUNDED; stop
refund_completed     | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUNDED UNDER_REVIEW | stop
refund_impossible    | REFUND_PENDING | note; stop
refund_impossible    | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUNDED UNDER_REVIEW | stop
request_refused      | PENDING_PAYMENT | FAILED; stop
request_refused      | PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | note; later
known_order_refused  | all | note; later
request_outstanding  | all | later
no_answer            | all | noteIfStuck; later
not_polled           | all | stop
tokens_delivered     | PROCESSING | COMPLETED; recordDelivery; unchanged
tokens_delivered     | PENDING_PAYMENT PAYMENT_RECEIVED COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | flag; unchanged
delivery_failed      | PROCESSING | FAILED, REFUND_PENDING; recordFailedDelivery; now
delivery_failed      | PENDING_PAYMENT PAYMENT_RECEIVED COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | flag; unchanged
tokens_collected     | all | flag; unchanged
collection_failed    | all | flag; unchanged
tokens_returned      | all | flag; unchanged
return_failed        | all | flag; unchanged
gems_credited        | PROCESSING | COMPLETED; unchanged
gems_credited        | PENDING_PAYMENT PAYMENT_RECEIVED COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | move_not_allowed
cancelled            | PENDING_PAYMENT | CANCELLED; now
cancelled            | PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | order_not_cancellable
accepted             | UNDER_REVIEW | PAYMENT_RECEIVED, PROCESSING; deliver; unchanged
accepted             | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | move_not_allowed
refund_ordered       | UNDER_REVIEW | REFUND_PENDING; now
refund_ordered       | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED | move_not_allowed
delivery_refund_ordered | COMPLETED | REFUND_PENDING; takeBackDelivery; now
delivery_refund_ordered | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING EXPIRED CANCELLED FAILED REFUND_PENDING REFUNDED UNDER_REVIEW | move_not_allowed
refunded_manually    | REFUND_PENDING | REFUNDED; recordManualRefund; stop
refunded_manually    | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUNDED UNDER_REVIEW | move_not_allowed
retried              | PENDING_PAYMENT PAYMENT_RECEIVED REFUND_PENDING | now
retried              | PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUNDED UNDER_REVIEW | move_not_allowed
webhook_received     | REFUNDED | unchanged
webhook_received     | PENDING_PAYMENT PAYMENT_RECEIVED PROCESSING COMPLETED EXPIRED CANCELLED FAILED REFUND_PENDING UNDER_REVIEW | now
`

const OFF_RAMP = `
awaiting_payment     | all | later
settling             | all | later
settled              | all | stop
settled_other_amount | all | stop
payment_failed       | all | stop
payment_cancelled    | all | stop
payment_expired      | all | stop
payment_returned     | all | stop
not_found            | all | stop
not_found_yet        | all | later
payout_pending       | PROCESSING PAYOUT_SENT | later
payout_pending       | COLLECTING COMPLETED FAILED REFUNDED | stop
payout_sent          | PROCESSING | PAYOUT_SENT; later
payout_sent          | PAYOUT_SENT | later
payout_sent          | COLLECTING COMPLETED FAILED REFUNDED | stop
payout_completed     | PROCESSING PAYOUT_SENT | COMPLETED; recordPayout; stop
payout_completed     | COMPLETED | stop
payout_completed     | COLLECTING FAILED REFUNDED | flag; stop
payout_failed        | PROCESSING PAYOUT_SENT | FAILED; returnTokens; stop
payout_failed        | COLLECTING COMPLETED FAILED REFUNDED | stop
refund_pending       | all | stop
refund_completed     | all | stop
refund_impossible    | all | stop
request_refused      | PROCESSING | FAILED; returnTokens; stop
request_refused      | COLLECTING PAYOUT_SENT COMPLETED FAILED REFUNDED | note; later
known_order_refused  | PROCESSING | FAILED; returnTokens; stop
known_order_refused  | COLLECTING PAYOUT_SENT COMPLETED FAILED REFUNDED | note; later
request_outstanding  | all | later
no_answer            | all | noteIfStuck; later
not_polled           | all | stop
tokens_delivered     | all | flag; unchanged
delivery_failed      | all | flag; unchanged
tokens_collected     | COLLECTING | recordCollection; now
tokens_collected     | PROCESSING PAYOUT_SENT COMPLETED FAILED REFUNDED | flag; unchanged
collection_failed    | COLLECTING | FAILED, REFUNDED; releaseUncollectedTokens; unchanged
collection_failed    | PROCESSING PAYOUT_SENT COMPLETED FAILED REFUNDED | flag; unchanged
tokens_returned      | FAILED | REFUNDED; recordReturn; unchanged
tokens_returned      | COLLECTING PROCESSING PAYOUT_SENT COMPLETED REFUNDED | flag; unchanged
return_failed        | all | flag; unchanged
gems_credited        | all | move_not_allowed
cancelled            | all | order_not_cancellable
accepted             | all | move_not_allowed
refund_ordered       | all | move_not_allowed
delivery_refund_ordered | all | move_not_allowed
refunded_manually    | all | move_not_allowed
retried              | PROCESSING PAYOUT_SENT | now
retried              | FAILED | retryReturn; unchanged
retried              | COLLECTING COMPLETED REFUNDED | move_not_allowed
webhook_received     | COMPLETED REFUNDED | unchanged
webhook_received     | COLLECTING PROCESSING PAYOUT_SENT FAILED | now
`

const MACHINES = [
  { direction: 'ON_RAMP', states: ON_RAMP_STATES, lines: ON_RAMP },
  { direction: 'OFF_RAMP', states: OFF_RAMP_STATES, lines: OFF_RAMP },
] as const

function orderIn(direction: PaymentDirection, state: OrderState): Order {
  const status = state === 'COLLECTING' ? 'PROCESSING' : state
  const tokensCollectedAt = direction === 'ON_RAMP' || state === 'COLLECTING' ? null : new Date(0)
  return { direction, status, tokensCollectedAt, asset: 'GEMS', fiatAmount: 100n, fee: 1n } as Order
}

function describeOutcome(direction: PaymentDirection, state: OrderState, event: OrderEvent): string {
  const outcome = outcomeOf(orderIn(direction, state), event)
  if ('reject' in outcome) return outcome.reject
  const { effects = [], poll } = outcome
  return [statusesOf(outcome).join(', '), effects.join(', '), poll].filter((part) => part).join('; ')
}

function statusesOf({ to = [] }: Outcome): OrderStatus[] {
  return to.map((entry) => (typeof entry === 'string' ? entry : entry[0]))
}

function outcomesOf(direction: PaymentDirection, state: OrderState): (Outcome & { event: OrderEvent })[] {
  return ORDER_EVENTS.flatMap((event) => {
    const outcome = outcomeOf(orderIn(direction, state), event)
    return 'reject' in outcome ? [] : [{ ...outcome, event }]
  })
}

describe.each(MACHINES)('the state machine of $direction', ({ direction, states, lines }) => {
  test('every event has the listed outcome in every state, and every pair is listed once', () => {
    const expected = lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [event, named, outcome] = line.split('|').map((part) => part.trim())
        const listed = named === 'all' ? states : named!.split(' ')
        return listed.map((state) => `${event} in ${state}: ${outcome}`)
      })
    const actual = ORDER_EVENTS.flatMap((event) =>
      states.map((state) => `${event} in ${state}: ${describeOutcome(direction, state, event)}`),
    )
    expect(expected.sort()).toEqual(actual.sort())
  })

  test('exactly the listed states are reachable from the initial status', () => {
    const reached = new Set<OrderState>(
      direction === 'OFF_RAMP' ? ['COLLECTING', 'PROCESSING'] : [INITIAL_STATUS[direction]],
    )
    for (const state of reached)
      for (const outcome of outcomesOf(direction, state))
        for (const status of statusesOf(outcome)) reached.add(status)
    expect([...reached].sort()).toEqual([...states].sort())
  })

  test('completed and refunded orders never change their status, except that an operator refunds a purchase', () => {
    for (const state of ['COMPLETED', 'REFUNDED'] as const)
      for (const outcome of outcomesOf(direction, state))
        expect(statusesOf(outcome)).toEqual(
          outcome.event === 'delivery_refund_ordered' ? ['REFUND_PENDING'] : [],
        )
  })

  test('no event delivers, pays out or returns tokens for a closed order', () => {
    const notes = ['note', 'noteIfStuck', 'flag', 'takeBackDelivery']
    for (const state of states) {
      if (state === 'COLLECTING' || !isClosed({ direction, status: state })) continue
      for (const { event, effects = [] } of outcomesOf(direction, state))
        expect([state, event, effects.filter((effect) => !notes.includes(effect))]).toEqual([
          state,
          event,
          [],
        ])
    }
  })

  test('gems that are credited complete the order in the same transaction', () => {
    for (const state of states)
      for (const { effects = [], next } of outcomesOf(direction, state)) {
        const isDelivery = effects.includes('deliver')
        expect(next?.(orderIn(direction, state))).toBe(isDelivery ? 'gems_credited' : undefined)
        expect(next?.({ ...orderIn(direction, state), asset: 'CHAIN_USDT' })).toBeUndefined()
      }
  })
})
