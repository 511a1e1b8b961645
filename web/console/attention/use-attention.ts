import { useApi } from '../../ui/api/use-api.ts'
import { useUser } from '../../ui/session/session-store.ts'
import type { Destination } from '../frame/console-link.tsx'
import { EVENTS_PATH, JOBS_PATH, LEDGER_PATH, ORDERS_PATH, SUBMISSIONS_PATH } from '../paths.ts'

export type AttentionKind = 'submissions' | 'orders' | 'deadLetters' | 'failedJobs' | 'ledgerFaults'

export interface AttentionItem {
  kind: AttentionKind
  count: number
  /** Since when the oldest one waits, if the list says it. */
  oldestAt?: string | undefined
  /** The list behind the number. */
  opens?: Destination
}

interface Attention {
  /** Undefined while it loads. */
  items: AttentionItem[] | undefined
  error: unknown
  refetch: () => void
}

const ONE = { page: 1, limit: 1 }

/** What waits for a person, by the lists that the viewer may read. */
export function useAttention(): Attention {
  const isAdmin = useUser().role === 'ADMIN'
  const submissions = useApi('GET /admin/submissions', { query: ONE })
  const orders = useApi('GET /admin/orders', { query: { ...ONE, status: 'UNDER_REVIEW' } })
  const letters = useApi('GET /admin/inbox/dead-letters', { query: ONE }, { enabled: isAdmin })
  const jobs = useApi('GET /admin/jobs/failed', { query: ONE }, { enabled: isAdmin })
  const audits = useApi('GET /admin/ledger/audits', undefined, { enabled: isAdmin })
  const reads = [submissions, orders, ...(isAdmin ? [letters, jobs, audits] : [])]
  const error = reads.find((read) => read.error)?.error
  const refetch = () => reads.forEach((read) => void read.refetch())
  if (error || reads.some((read) => !read.data)) return { items: undefined, error, refetch }
  const items: AttentionItem[] = [
    {
      kind: 'submissions',
      count: submissions.data!.meta.total,
      oldestAt: submissions.data!.data[0]?.reviewRequestedAt,
      opens: { to: SUBMISSIONS_PATH },
    },
    {
      kind: 'orders',
      count: orders.data!.meta.total,
      opens: { to: ORDERS_PATH, search: { status: 'UNDER_REVIEW' } },
    },
  ]
  if (isAdmin)
    items.push(
      {
        kind: 'deadLetters',
        count: letters.data!.meta.total,
        opens: { to: EVENTS_PATH, search: { status: 'DEAD' } },
      },
      { kind: 'failedJobs', count: jobs.data!.meta.total, opens: { to: JOBS_PATH } },
      { kind: 'ledgerFaults', count: audits.data!.data[0]?.faults.length ?? 0, opens: { to: LEDGER_PATH } },
    )
  return { items, error, refetch }
}
