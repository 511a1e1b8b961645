import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery, TimestampSchema } from '../../../platform/http/schemas.ts'
import {
  countFailedJobs,
  listFailedJobs,
  listQueues,
  retryFailedJob,
} from '../../../platform/jobs/inspect-jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminAction, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { errors } from '../errors.ts'
import { ReasonSchema } from '../users/user-action-routes.ts'

const ID = '019a8b5e-7c1d-7000-8000-0000000000b9'
const AT = '2026-11-02T08:00:00.000Z'

const QueueSchema = z
  .object({
    name: z.string(),
    waiting: z.int(),
    deferred: z.int().openapi({ description: 'Not due yet' }),
    active: z.int(),
    failed: z.int(),
    countedAt: TimestampSchema.nullable(),
  })
  .openapi('JobQueue')

const FailedJobSchema = z
  .object({ id: z.string(), job: z.string(), message: z.string().nullable(), failedAt: TimestampSchema })
  .openapi('FailedJob')

export function jobRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/jobs', {
      summary: 'List job queues with their counts',
      description: 'The counts are updated every ten seconds.',
      response: {
        status: 200,
        data: z.array(QueueSchema),
        example: [{ name: 'mail.send', waiting: 3, deferred: 0, active: 1, failed: 0, countedAt: AT }],
      },
      handle: async () =>
        (await listQueues(db)).map((queue) => ({
          ...queue,
          countedAt: queue.countedAt?.toISOString() ?? null,
        })),
    }),

    adminRead('GET /admin/jobs/failed', {
      summary: 'List failed jobs',
      description: 'Newest first.',
      query: pagingQuery(20).extend({ job: z.string().max(100).optional() }),
      response: {
        status: 200,
        data: z.array(FailedJobSchema),
        meta: PagingMeta,
        example: [{ id: ID, job: 'mail.send', message: 'connection refused', failedAt: AT }],
      },
      handle: async ({ query: { page, limit, job = null } }) => {
        const [jobs, total] = await Promise.all([
          listFailedJobs(db, { job, limit, offset: (page - 1) * limit }),
          countFailedJobs(db, job),
        ])
        return new Reply(
          jobs.map((failed) => ({ ...failed, failedAt: failed.failedAt.toISOString() })),
          { meta: { total, page, limit } },
        )
      },
    }),

    adminAction('POST /admin/jobs/failed/:id/retry', {
      summary: 'Retry a failed job',
      description: 'Replaces the failed job by a new job with the same data.',
      params: z.object({ id: IdParam }),
      body: z.object({ reason: ReasonSchema.optional() }),
      bodyExample: { reason: 'The mail server is back.' },
      response: {
        status: 200,
        data: z.object({ id: z.string(), job: z.string() }),
        example: { id: ID, job: 'mail.send' },
      },
      refusals: [errors.failed_job_not_found],
      perform: async (tx, { params: { id }, body: { reason } }) => {
        const retried = await retryFailedJob(tx, id)
        if (!retried) throw errors.failed_job_not_found()
        return {
          data: { id, job: retried.job },
          act: {
            name: 'job.retried',
            subject: { kind: 'job', id },
            before: { job: retried.job, state: 'FAILED' },
            after: { job: retried.job, state: 'QUEUED' },
            ...(reason ? { personalTexts: { reason } } : {}),
          },
        }
      },
    }),
  ]
}
