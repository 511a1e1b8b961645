import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { countFailedJobs, countOutbox, listQueues } from '../../../platform/jobs/inspect-jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { listReviewQueue } from '../../capstones/public/list-review-queue.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { listDeadEvents } from '../../webhooks/public/list-dead-events.ts'
import { type AuditRow, findLastFinished } from '../ledger-audits/queries.ts'
import { listDailyStats, sumDailyStats } from './queries.ts'

const StatsSchema = z
  .object({
    users: z.object({ total: z.int(), registeredToday: z.int() }),
    learning: z.object({
      activeToday: z.int().openapi({ description: 'Learners with an activity today (UTC)' }),
      lessonsCompleted: z.int(),
      coursesCompleted: z.int(),
    }),
    days: z
      .array(
        z.object({
          day: z.string(),
          registered: z.int(),
          activeLearners: z.int(),
          lessonsCompleted: z.int(),
          coursesCompleted: z.int(),
        }),
      )
      .openapi({
        description:
          'The last 30 days (UTC), newest first. Lesson completions appear with a delay of up to 3 minutes.',
      }),
    economy: z
      .object({
        asOf: TimestampSchema,
        isLedgerOk: z.boolean(),
        gemsInCirculation: z.number(),
        xpInCirculation: z.number(),
        gemsInEscrow: z.object({ contests: z.number(), battles: z.number(), orders: z.number() }),
      })
      .nullable()
      .openapi({ description: 'From the latest ledger audit. Request an audit for current values.' }),
    queues: z.object({ outbox: z.int(), waiting: z.int(), active: z.int(), failed: z.int() }),
    attention: z.object({
      submissionsInReview: z.int(),
      deadInboxEvents: z.int(),
      failedJobs: z.int(),
    }),
  })
  .openapi('AdminStats')

export function statsRoutes(platform: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/stats', {
      summary: 'See how the service does',
      response: {
        data: StatsSchema,
        example: {
          users: { total: 1_204, registeredToday: 7 },
          learning: { activeToday: 310, lessonsCompleted: 20_411, coursesCompleted: 812 },
          days: [
            {
              day: '2026-11-02',
              registered: 7,
              activeLearners: 310,
              lessonsCompleted: 640,
              coursesCompleted: 21,
            },
          ],
          economy: {
            asOf: '2026-11-02T03:40:00.000Z',
            isLedgerOk: true,
            gemsInCirculation: 91_200,
            xpInCirculation: 402_000,
            gemsInEscrow: { contests: 340, battles: 20, orders: 0 },
          },
          queues: { outbox: 0, waiting: 3, active: 1, failed: 0 },
          attention: { submissionsInReview: 2, deadInboxEvents: 0, failedJobs: 0 },
        },
      },
      handle: ({ now }) => readStats(platform.db, { now, since: addMs(now, -29 * DAY_MS) }),
    }),
  ]
}

/** Reads stored counts only; no query scans a table that grows with the number of users. */
async function readStats(db: Db, { now, since }: { now: Date; since: Date }) {
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
