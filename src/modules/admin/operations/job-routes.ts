import type { Id } from '../../../platform/ids.ts'
import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery, TimestampSchema } from '../../../platform/http/schemas.ts'
import {
  countFailedJobs,
  listFailedJobs,
  listQueues,
  retryFailedJob,
} from '../../../platform/jobs/inspect-jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors as webhookErrors } from '../../webhooks/errors.ts'
import { listDeadEvents } from '../../webhooks/public/list-dead-events.ts'
import { replayEvent } from '../../webhooks/public/replay-event.ts'
import { adminAction, adminRead } from '../admin-endpoint.ts'
import { errors } from '../errors.ts'

const Params = z.object({ id: IdParam })
const ID = '019a8b5e-7c1d-7000-8000-0000000000b9'
const AT = '2026-11-02T08:00:00.000Z'

const DeadEventSchema = z
  .object({
    id: z.string(),
    source: z.string(),
    eventId: z.string(),
    note: z.string().nullable().openapi({ description: 'Why it was given up' }),
    attempts: z.int(),
    receivedAt: TimestampSchema,
    body: z.string(),
  })
  .openapi('DeadEvent')

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

export function webhookEventRoutes({ db, write }: Pick<Platform, 'db' | 'write'>): Endpoint[] {
  return [
    adminRead('GET /admin/inbox/dead-letters', {
      summary: 'List events that were given up',
      description: 'What other systems told us and could not be applied, newest first.',
      query: pagingQuery(20),
      response: {
        status: 200,
        data: z.array(DeadEventSchema),
        meta: PagingMeta,
        example: [
          {
            id: ID,
            source: 'contracts',
            eventId: 'evt-7',
            note: 'amount is no number',
            attempts: 10,
            receivedAt: AT,
            body: '{}',
          },
        ],
      },
      handle: async ({ query: { page, limit } }) => {
        const { items, total } = await listDeadEvents(db, { page, limit })
        return new Reply(
          items.map((item) => ({ ...item, receivedAt: item.receivedAt.toISOString() })),
          { meta: { total, page, limit } },
        )
      },
    }),

    adminAction({ write }, 'POST /admin/inbox/dead-letters/:id/replay', {
      summary: 'Take an event up again',
      description: 'With all its tries. What it had done before, it does not do twice.',
      params: Params,
      response: {
        status: 200,
        data: z.object({ id: z.string(), state: z.literal('PENDING') }),
        example: { id: ID, state: 'PENDING' },
      },
      refusals: [webhookErrors.event_not_found, webhookErrors.event_not_dead],
      perform: async (tx, { params: { id }, now }) => {
        await replayEvent(tx, { id: id as Id<'WebhookEvent'>, now })
        return {
          data: { id, state: 'PENDING' as const },
          act: {
            name: 'inbox.replayed',
            subject: { kind: 'inbox_event', id },
            before: { state: 'DEAD' },
            after: { state: 'PENDING' },
          },
        }
      },
    }),
  ]
}

export function jobRoutes({ db, write }: Pick<Platform, 'db' | 'write'>): Endpoint[] {
  return [
    adminRead('GET /admin/jobs', {
      summary: 'List queues with what is in them',
      description: 'Counted every ten seconds.',
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
      summary: 'List jobs that were given up',
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

    adminAction({ write }, 'POST /admin/jobs/failed/:id/retry', {
      summary: 'Run a job again that was given up',
      description: 'A new job with the same data takes its place.',
      params: Params,
      response: {
        status: 200,
        data: z.object({ id: z.string(), job: z.string() }),
        example: { id: ID, job: 'mail.send' },
      },
      refusals: [errors.failed_job_not_found],
      perform: async (tx, { params: { id } }) => {
        const retried = await retryFailedJob(tx, id)
        if (!retried) throw errors.failed_job_not_found()
        return {
          data: { id, job: retried.job },
          act: {
            name: 'job.retried',
            subject: { kind: 'job', id },
            before: { job: retried.job, state: 'FAILED' },
            after: { job: retried.job, state: 'QUEUED' },
          },
        }
      },
    }),
  ]
}
