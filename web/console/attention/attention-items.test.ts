import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { attentionItems } from './attention-items.ts'

const none = { count: 0, oldestAt: null }
const found: Api.AdminAttention = {
  submissions: none,
  reports: { count: 3, oldestAt: '2026-11-01T08:00:00.000Z' },
  ordersUnderReview: none,
  grantRequests: none,
  deadEvents: { count: 2, oldestAt: '2026-11-02T08:00:00.000Z' },
  failedJobs: none,
  ledgerFaults: none,
  relayer: { isLow: true, balanceEther: 0.001 },
}

test('what waits comes first, and a low balance of the relayer counts as one', () => {
  const items = attentionItems(found, 'ADMIN')
  expect(items.map(({ kind, count }) => [kind, count])).toEqual([
    ['reports', 3],
    ['deadEvents', 2],
    ['relayer', 1],
    ['submissions', 0],
    ['orders', 0],
    ['grants', 0],
    ['failedJobs', 0],
    ['ledgerFaults', 0],
  ])
})

test('support sees only what support can open', () => {
  expect(attentionItems(found, 'SUPPORT').map(({ kind }) => kind)).toEqual([
    'deadEvents',
    'relayer',
    'submissions',
    'orders',
  ])
})

test('a moderator sees the reports, and the rest is not in the response', () => {
  const shown = {
    submissions: null,
    reports: found.reports,
    ordersUnderReview: null,
    grantRequests: null,
    deadEvents: null,
    failedJobs: null,
    ledgerFaults: null,
    relayer: null,
  }
  expect(attentionItems(shown, 'MODERATOR').map(({ kind, count }) => [kind, count])).toEqual([['reports', 3]])
})
