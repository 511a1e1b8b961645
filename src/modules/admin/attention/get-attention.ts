import {
  findRelayer,
  LOW_BALANCE_ETHER,
  readEtherBalance,
} from '../../../platform/chain/relayer/get-relayer-state.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
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

type Deps = Pick<Platform, 'db' | 'chain'>

/** What waits for a person. */
export async function getAttention(deps: Deps, now: Date) {
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
  const ledgerFaults = {
    count: Math.min(faults, COUNT_LIMIT),
    oldestAt: faults > 0 ? audit!.finishedAt : null,
  }
  return {
    submissions: isoDates(submissions),
    reports: isoDates(reports),
    ordersUnderReview: isoDates(ordersUnderReview),
    grantRequests: isoDates(grantRequests),
    deadEvents: isoDates(deadEvents),
    failedJobs: isoDates(failedJobs),
    ledgerFaults: isoDates(ledgerFaults),
    relayer,
  }
}

async function readRelayer({ db, chain }: Deps, now: Date) {
  const relayer = chain.isEnabled ? await findRelayer(db, now) : undefined
  const balanceEther = relayer ? await readEtherBalance(chain, relayer.address) : null
  return { isLow: balanceEther !== null && balanceEther < LOW_BALANCE_ETHER, balanceEther }
}
