import {
  findRelayer,
  LOW_BALANCE_ETHER,
  readEtherBalance,
} from '../../../platform/chain/relayer/get-relayer-state.ts'
import { countWaitingFailedJobs } from '../../../platform/jobs/inspect-jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { countReviewQueue } from '../../capstones/public/list-review-queue.ts'
import { countReviews } from '../../payment-orders/public/list-orders.ts'
import { countOpenReports } from '../../reports/public/count-open-reports.ts'
import { countPendingGrants } from '../../staff-grants/public/count-pending-grants.ts'
import { countDeadEvents } from '../../webhooks/public/list-dead-events.ts'
import { findLastFinished } from '../ledger-audits/queries.ts'

/** Counts stop here, so that the request stays cheap. */
export const COUNT_LIMIT = 1_000

export interface Waiting {
  count: number
  oldestAt: Date | null
}

export interface Attention {
  submissions: Waiting
  reports: Waiting
  ordersUnderReview: Waiting
  grantRequests: Waiting
  deadEvents: Waiting
  failedJobs: Waiting
  ledgerFaults: Waiting
  relayer: { isLow: boolean; balanceEther: number | null }
}

type Deps = Pick<Platform, 'db' | 'chain'>

/** What waits for a person. */
export async function getAttention(deps: Deps, now: Date): Promise<Attention> {
  const { db } = deps
  const [submissions, reports, ordersUnderReview, grantRequests, deadEvents, failedJobs, audit, relayer] =
    await Promise.all([
      countReviewQueue(db, COUNT_LIMIT),
      countOpenReports(db, COUNT_LIMIT),
      countReviews(db, COUNT_LIMIT),
      countPendingGrants(db, { now, limit: COUNT_LIMIT }),
      countDeadEvents(db, COUNT_LIMIT),
      countWaitingFailedJobs(db, COUNT_LIMIT),
      findLastFinished(db),
      readRelayer(deps, now),
    ])
  const faults = audit?.discrepancies?.length ?? 0
  return {
    submissions,
    reports,
    ordersUnderReview,
    grantRequests,
    deadEvents,
    failedJobs,
    ledgerFaults: {
      count: Math.min(faults, COUNT_LIMIT),
      oldestAt: faults > 0 ? audit!.finishedAt : null,
    },
    relayer,
  }
}

async function readRelayer({ db, chain }: Deps, now: Date): Promise<Attention['relayer']> {
  const relayer = chain.isEnabled ? await findRelayer(db, now) : undefined
  const balanceEther = relayer ? await readEtherBalance(chain, relayer.address) : null
  return { isLow: balanceEther !== null && balanceEther < LOW_BALANCE_ETHER, balanceEther }
}
