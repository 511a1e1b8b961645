import { expect, test } from 'bun:test'
import { isClosed, orderSteps } from './order-progress.ts'

const at = (minute: number) => `2026-11-02T08:0${minute}:00.000Z`

test('the steps of an unpaid purchase are the past one and those to come', () => {
  const history = [{ from: null, status: 'PENDING_PAYMENT' as const, cause: 'created', at: at(0) }]
  expect(orderSteps({ type: 'ON_RAMP', status: 'PENDING_PAYMENT', history })).toEqual([
    { status: 'PENDING_PAYMENT', at: at(0), isCurrent: true },
    { status: 'PAYMENT_RECEIVED', at: undefined, isCurrent: false },
    { status: 'PROCESSING', at: undefined, isCurrent: false },
    { status: 'COMPLETED', at: undefined, isCurrent: false },
  ])
})

test('an order that left the usual way shows only what happened', () => {
  const history = [
    { from: null, status: 'PENDING_PAYMENT' as const, cause: 'created', at: at(0) },
    { from: 'PENDING_PAYMENT' as const, status: 'EXPIRED' as const, cause: 'not paid', at: at(1) },
  ]
  expect(orderSteps({ type: 'ON_RAMP', status: 'EXPIRED', history }).map(({ status }) => status)).toEqual([
    'PENDING_PAYMENT',
    'EXPIRED',
  ])
})

test('a failed sale is open until the tokens are back, and a failed purchase is closed', () => {
  expect(isClosed({ type: 'OFF_RAMP', status: 'FAILED' })).toBe(false)
  expect(isClosed({ type: 'OFF_RAMP', status: 'REFUNDED' })).toBe(true)
  expect(isClosed({ type: 'ON_RAMP', status: 'FAILED' })).toBe(true)
  expect(isClosed({ type: 'ON_RAMP', status: 'UNDER_REVIEW' })).toBe(false)
})
