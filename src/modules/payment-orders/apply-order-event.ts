import type { Hex } from 'viem'
import { type OrderId, type OrderStatus, orderStatusChanged } from '../../events/payment-orders.ts'
import { assert } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { formatAmount } from '../payment-providers/public/amount.ts'
import { errors } from './errors.ts'
import { reconcileOrderJob } from './jobs.ts'
import { EFFECTS } from './order-effects.ts'
import type { NextPoll, OrderEvent } from './order-events.ts'
import { outcomeOf } from './order-state-machine.ts'
import { isClosed } from './order-states.ts'
import type { Order } from './public/order.ts'
import { insertTransition, updateNextPollAt, updateStatus } from './queries.ts'
import { netPayout } from './quotes/quote-pricing.ts'

export interface EventContext {
  /** Text for the history: the operator, the reason or what the provider said. The state machine says how it is used. */
  detail?: string
  now: Date
  transactionHash?: Hex
}

interface AppliedEvent {
  order: Order
  poll: NextPoll
}

/** Applies an event of a poll to the locked order by the table of transitions. The poll applies the returned `poll`. */
export async function applyOrderEvent(
  tx: Tx,
  order: Order,
  event: OrderEvent,
  context: EventContext,
): Promise<AppliedEvent> {
  const outcome = outcomeOf(order, event)
  if ('reject' in outcome) throw errors[outcome.reject]()
  const { to = [], effects = [], next, cause = detailOf, poll } = outcome
  const { detail = '', now } = context
  const text = (of: typeof cause) => (typeof of === 'string' ? of : of(detail, order))
  let current = order
  for (const [index, entry] of to.entries()) {
    const [status, reason] = typeof entry === 'string' ? [entry, cause] : entry
    const isLast = index === to.length - 1
    current = await changeStatus(tx, current, status, { cause: text(reason), isLast, now })
  }
  for (const effect of effects) await EFFECTS[effect](tx, current, { ...context, cause: text(cause) })
  const followUp = next?.(order)
  if (followUp) ({ order: current } = await applyOrderEvent(tx, current, followUp, { now }))
  return { order: current, poll }
}

/** Applies an event that is not the result of a poll, and changes the time of the next poll as the table says. */
export async function applyExternalEvent(
  tx: Tx,
  order: Order,
  event: OrderEvent,
  context: EventContext,
): Promise<AppliedEvent> {
  const applied = await applyOrderEvent(tx, order, event, context)
  if (applied.poll === 'now') await scheduleOrderCheck(tx, order.id, context.now)
  else if (applied.poll === 'stop') await updateNextPollAt(tx, order.id, null)
  return applied
}

/** Schedules a provider poll now. Repeated calls result in one poll. */
async function scheduleOrderCheck(tx: Tx, orderId: OrderId, now: Date): Promise<void> {
  await updateNextPollAt(tx, orderId, now)
  tx.enqueue(reconcileOrderJob, { orderId, scheduledFor: now.toISOString() })
}

function detailOf(detail: string): string {
  return detail
}

/** `isLast` is false if the order leaves the status in the same transaction: it does not count as closed. */
async function changeStatus(
  tx: Tx,
  order: Order,
  to: OrderStatus,
  { cause, isLast, now }: { cause: string; isLast: boolean; now: Date },
): Promise<Order> {
  const { id, status: from } = order
  const updated = { ...order, status: to, updatedAt: now, pollAttempts: 0 }
  const isUpdated = await updateStatus(tx, { id, from, to, isClosed: isLast && isClosed(updated), now })
  assert(isUpdated, `order ${id} is no longer ${from}`)
  await recordTransition(tx, updated, { from, cause, now })
  return updated
}

/** Stores and emits how the order reached its current status. */
export async function recordTransition(
  tx: Tx,
  order: Order,
  { from, cause, now }: { from: OrderStatus | null; cause: string; now: Date },
): Promise<void> {
  const { id, userId, direction, status, fiatCurrency } = order
  await insertTransition(tx, { orderId: id, from, status, cause, at: now })
  const amount = direction === 'ON_RAMP' ? order.fiatAmount : netPayout(order)
  tx.emit(
    orderStatusChanged({
      userId,
      orderId: id,
      direction,
      from,
      status,
      fiatAmount: formatAmount(amount, fiatCurrency),
      fiatCurrency,
      cause,
      at: now.toISOString(),
    }),
  )
}
