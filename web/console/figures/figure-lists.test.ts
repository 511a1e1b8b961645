import { expect, test } from 'bun:test'
import {
  activeSince,
  battlesOf,
  certificatesSince,
  endOf,
  escrowTransfers,
  ordersOf,
  reached,
  signedUp,
} from './figure-lists.ts'

test('an interval ends where the next one begins', () => {
  expect(endOf('2026-02-28', 'day')).toBe('2026-03-01')
  expect(endOf('2026-12-28', 'week')).toBe('2027-01-04')
  expect(endOf('2026-12-01', 'month')).toBe('2027-01-01')
  expect(endOf('2026-02-10', 'month')).toBe('2026-03-01')
})

test('a number leads to its list with the days of the number', () => {
  expect(signedUp('2026-11-02', '2026-11-09')).toEqual({
    to: '/console/users',
    search: { from: '2026-11-02', to: '2026-11-09' },
  })
  expect(ordersOf({ status: 'COMPLETED', provider: 'sandbox', from: '2026-11-02' })).toEqual({
    to: '/console/orders',
    search: { status: 'COMPLETED', provider: 'sandbox', from: '2026-11-02' },
  })
  const from = '2026-11-02'
  expect(reached('COURSE', from)).toEqual({ to: '/console/users', search: { reached: 'COURSE', from } })
  expect(certificatesSince(from)).toEqual({ to: '/console/certificates', search: { from } })
  expect(battlesOf({ status: 'PLAYED', kind: 'BOT', from, to: '2026-11-03' })).toEqual({
    to: '/console/battles',
    search: { status: 'PLAYED', kind: 'BOT', from, to: '2026-11-03' },
  })
  expect(activeSince(from, '2026-11-08').search).toEqual({ active: from, activeTo: '2026-11-08' })
  expect(escrowTransfers(from, '2026-11-03').search).toEqual({ escrow: 'yes', from, to: '2026-11-03' })
})
