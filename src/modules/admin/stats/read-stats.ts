import type { Db } from '../../../platform/db/database.ts'
import { countFailedJobs, countOutbox, listQueues } from '../../../platform/jobs/inspect-jobs.ts'
import { listReviewQueue } from '../../capstones/public/list-review-queue.ts'
import { listDeadEvents } from '../../webhooks/public/list-dead-events.ts'
import { type AuditRow, findLastFinished } from '../ledger-audits/queries.ts'
import { listDailyStats, sumDailyStats } from './queries.ts'

/** Reads stored counts only; no query scans a table that grows with the number of users. */
export async function readStats(db: Db, { now, since }: { now: Date; since: Date }) {
  const [sums, days, audit, queues, outbox, failedJobs, review, dead] = await Promise.all([
    sumDailyStats(db),
    listDailyStats(db, since),
    findLastFinished(db),
    listQueues(db),
    countOutbox(db),
    countFailedJobs(db, null),
    listReviewQueue(db, { limit: 1, offset: 0 }),
    listDeadEvents(db, { page: 1, limit: 1 }),
  ])
  const today = days.find(({ day }) => day === now.toISOString().slice(0, 10))
  const sumOf = (field: 'waiting' | 'active' | 'failed') =>
    queues.reduce((sum, queue) => sum + queue[field], 0)
  return {
    users: { total: sums.REGISTERED - sums.DELETED, registeredToday: today?.registered ?? 0 },
    learning: {
      activeToday: today?.activeLearners ?? 0,
      lessonsCompleted: sums.LESSON_COMPLETED,
      coursesCompleted: sums.COURSE_COMPLETED,
    },
    days,
    economy: audit ? economyOf(audit) : null,
    queues: { outbox, waiting: sumOf('waiting'), active: sumOf('active'), failed: sumOf('failed') },
    attention: { submissionsInReview: review.total, deadInboxEvents: dead.total, failedJobs },
  }
}

function economyOf({ finishedAt, isOk, balances }: AuditRow) {
  const sum = (owner: string, asset: string) => Number(balances?.[owner]?.[asset] ?? 0)
  return {
    asOf: finishedAt!.toISOString(),
    isLedgerOk: isOk === true,
    gemsInCirculation: sum('user', 'GEM'),
    xpInCirculation: sum('user', 'XP'),
    gemsInEscrow: {
      contests: sum('contest', 'GEM'),
      battles: sum('battle', 'GEM'),
      orders: sum('order', 'GEM'),
    },
  }
}
