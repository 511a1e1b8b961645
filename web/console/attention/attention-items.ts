import type { Api } from '../../../packages/client/src/lyceum.ts'
import type { Destination } from '../frame/console-link.tsx'
import { mayOpen } from '../frame/sections.ts'
import {
  CHAIN_PATH,
  EVENTS_PATH,
  GRANTS_PATH,
  JOBS_PATH,
  LEDGER_PATH,
  ORDERS_PATH,
  REPORTS_PATH,
  SUBMISSIONS_PATH,
} from '../paths.ts'

export type AttentionKind =
  | 'submissions'
  | 'reports'
  | 'orders'
  | 'grants'
  | 'deadEvents'
  | 'failedJobs'
  | 'ledgerFaults'
  | 'relayer'

export interface AttentionItem {
  kind: AttentionKind
  count: number
  /** Since when the oldest one waits. */
  oldestAt: string | null
  /** The list behind the number. */
  opens: Destination
}

const NOTHING = { count: 0, oldestAt: null }

/** What waits for a person of this role; what waits comes first. */
export function attentionItems(found: Api.AdminAttention, role: Api.Profile['role']): AttentionItem[] {
  const items: AttentionItem[] = [
    { kind: 'submissions', ...(found.submissions ?? NOTHING), opens: { to: SUBMISSIONS_PATH } },
    { kind: 'reports', ...found.reports, opens: { to: REPORTS_PATH } },
    {
      kind: 'orders',
      ...(found.ordersUnderReview ?? NOTHING),
      opens: { to: ORDERS_PATH, search: { status: 'UNDER_REVIEW' } },
    },
    { kind: 'grants', ...(found.grantRequests ?? NOTHING), opens: { to: GRANTS_PATH } },
    {
      kind: 'deadEvents',
      ...(found.deadEvents ?? NOTHING),
      opens: { to: EVENTS_PATH, search: { status: 'DEAD' } },
    },
    { kind: 'failedJobs', ...(found.failedJobs ?? NOTHING), opens: { to: JOBS_PATH } },
    { kind: 'ledgerFaults', ...(found.ledgerFaults ?? NOTHING), opens: { to: LEDGER_PATH } },
    { kind: 'relayer', count: found.relayer?.isLow ? 1 : 0, oldestAt: null, opens: { to: CHAIN_PATH } },
  ]
  return items
    .filter(({ opens }) => mayOpen(role, opens.to))
    .sort((one, other) => Number(other.count > 0) - Number(one.count > 0))
}
