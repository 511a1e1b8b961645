import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery, TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Id } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminAction, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { errors } from '../../webhooks/errors.ts'
import { listDeadEvents } from '../../webhooks/public/list-dead-events.ts'
import { replayEvent } from '../../webhooks/public/replay-event.ts'

const ID = '019a8b5e-7c1d-7000-8000-0000000000b9'

const DeadEventSchema = z
  .object({
    id: z.string(),
    source: z.string(),
    eventId: z.string(),
    note: z.string().nullable().openapi({ description: 'Why processing was given up' }),
    attempts: z.int(),
    receivedAt: TimestampSchema,
    body: z.string(),
  })
  .openapi('DeadEvent')

export function webhookEventRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/inbox/dead-letters', {
      summary: 'List failed webhook events',
      description: 'Events that could not be processed after all attempts, newest first.',
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
            note: 'amount is not a number',
            attempts: 10,
            receivedAt: '2026-11-02T08:00:00.000Z',
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

    adminAction('POST /admin/inbox/dead-letters/:id/replay', {
      summary: 'Process a failed webhook event again',
      description: 'With a new set of attempts. Effects that were already applied are not applied again.',
      params: z.object({ id: IdParam }),
      response: {
        status: 200,
        data: z.object({ id: z.string(), state: z.literal('PENDING') }),
        example: { id: ID, state: 'PENDING' },
      },
      refusals: [errors.event_not_found, errors.event_not_dead],
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
