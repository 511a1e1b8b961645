import { describe, expect, test } from 'bun:test'
import { ORDER_STATUSES, type OrderStatus, PAYMENT_DIRECTIONS } from '../../events/payment-orders.ts'
import { canTransition, INITIAL_STATUS, TRANSITIONS } from './order-state-machine.ts'

describe('the table of moves', () => {
  test('leads from the first state to every state that it names, and nowhere from the last ones', () => {
    for (const direction of PAYMENT_DIRECTIONS) {
      const reached = new Set<OrderStatus>([INITIAL_STATUS[direction]])
      for (const from of reached) for (const to of TRANSITIONS[direction][from] ?? []) reached.add(to)
      const named = new Set(Object.entries(TRANSITIONS[direction]).flatMap(([from, to]) => [from, ...to]))
      expect([...reached].sort()).toEqual([...named].sort() as OrderStatus[])
      for (const last of ['COMPLETED', 'REFUNDED'] as const)
        expect(TRANSITIONS[direction][last]).toBeUndefined()
    }
  })

  test('has the way of the contract, and no way from a finished order to another delivery', () => {
    const ways: [(typeof PAYMENT_DIRECTIONS)[number], OrderStatus[]][] = [
      ['ON_RAMP', ['PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING', 'COMPLETED']],
      ['ON_RAMP', ['PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUNDED']],
      ['OFF_RAMP', ['PROCESSING', 'PAYOUT_SENT', 'COMPLETED']],
      ['OFF_RAMP', ['PAYOUT_SENT', 'FAILED', 'REFUNDED']],
    ]
    for (const [direction, way] of ways)
      for (const [index, to] of way.slice(1).entries())
        expect(canTransition(direction, way[index]!, to)).toBe(true)
    for (const to of ORDER_STATUSES) {
      for (const direction of PAYMENT_DIRECTIONS)
        expect(canTransition(direction, 'COMPLETED', to)).toBe(false)
      expect(canTransition('OFF_RAMP', 'REFUNDED', to)).toBe(false)
    }
    expect(canTransition('OFF_RAMP', 'FAILED', 'COMPLETED')).toBe(false)
  })
})
