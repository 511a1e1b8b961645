import type { Direction, Order, OrderStatus } from '../payment-types.ts'

/** The statuses of an order without a problem, in their order. */
const USUAL_WAY: Record<Direction, readonly OrderStatus[]> = {
  ON_RAMP: ['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING', 'COMPLETED'],
  OFF_RAMP: ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED'],
}

export interface OrderStep {
  status: OrderStatus
  /** When the order reached the status; undefined for a step that is still to come. */
  at: string | undefined
  isCurrent: boolean
}

/** What happened to the order, and what is still to come if nothing goes wrong. */
export function orderSteps({
  type,
  status,
  history,
}: Pick<Order, 'type' | 'status' | 'history'>): OrderStep[] {
  const past = history.map((transition, index) => ({
    status: transition.status,
    at: transition.at,
    isCurrent: index === history.length - 1,
  }))
  const place = USUAL_WAY[type].indexOf(status)
  const rest = place === -1 ? [] : USUAL_WAY[type].slice(place + 1)
  return [...past, ...rest.map((next) => ({ status: next, at: undefined, isCurrent: false }))]
}

/** Whether nothing more happens to the order. A purchase that failed was not paid; a failed sale returns the tokens. */
export function isClosed({ type, status }: Pick<Order, 'type' | 'status'>): boolean {
  if (status === 'FAILED') return type === 'ON_RAMP'
  return ['COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED'].includes(status)
}

/** The key of the texts of a status: the same status means something else for a sale. */
export function phaseOf(type: Direction, status: OrderStatus) {
  if (type === 'ON_RAMP') return status
  return status === 'PROCESSING' || status === 'COMPLETED' || status === 'FAILED' || status === 'REFUNDED'
    ? (`SALE_${status}` as const)
    : status
}

export type StatusTone = 'good' | 'gold' | 'plain'

export function toneOf(status: OrderStatus): StatusTone {
  if (status === 'COMPLETED') return 'good'
  return ['EXPIRED', 'CANCELLED', 'FAILED', 'REFUNDED'].includes(status) ? 'plain' : 'gold'
}
