import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { IdParam, TimestampSchema } from '../../../platform/http/schemas.ts'
import {
  countFailedJobs,
  listFailedJobs,
  listQueues,
  retryFailedJob,
} from '../../../platform/jobs/inspect-jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminAction, adminList, adminRead, ReasonSchema } from '../../staff-access/public/admin-endpoint.ts'
import { errors } from '../errors.ts'

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
        data: z.array(QueueSchema),
        example: [{ name: 'mail.send', waiting: 3, deferred: 0, active: 1, failed: 0, countedAt: AT }],
      },
      handle: async () => (await listQueues(db)).map(isoDates),
    }),

    adminList('GET /admin/jobs/failed', {
      summary: 'List failed jobs',
      description: 'Newest first.',
      filters: { job: z.string().max(100).optional() },
      item: FailedJobSchema,
      example: { id: ID, job: 'mail.send', message: 'connection refused', failedAt: AT },
      list: async ({ query: { job = null } }, page) => {
        const [jobs, total] = await Promise.all([
          listFailedJobs(db, { job, ...page }),
          countFailedJobs(db, job),
        ])
        return { items: jobs.map(isoDates), total }
      },
    }),

    adminAction('POST /admin/jobs/failed/:id/retry', {
      summary: 'Retry a failed job',
      description: 'Replaces the failed job by a new job with the same data.',
      params: z.object({ id: IdParam }),
      body: z.object({ reason: ReasonSchema.optional() }),
      bodyExample: { reason: 'The mail server is back.' },
      response: {
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
