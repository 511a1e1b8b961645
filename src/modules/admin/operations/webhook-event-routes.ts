import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Id } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import {
  adminAction,
  adminList,
  adminRead,
  idParams,
  ReasonSchema,
} from '../../staff-access/public/admin-endpoint.ts'
import { errors } from '../../webhooks/errors.ts'
import { listDeadEvents } from '../../webhooks/public/list-dead-events.ts'
import { EVENT_STATES, getEvent, type ListedEvent, listEvents } from '../../webhooks/public/list-events.ts'
import { replayEvent } from '../../webhooks/public/replay-event.ts'

const Params = idParams<Id<'WebhookEvent'>>()
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

const EventSchema = z
  .object({
    id: z.string(),
    source: z
      .string()
      .openapi({ description: 'Such as `contract-events`, `revenuecat` or `payments/sandbox`' }),
    eventId: z.string().openapi({ description: 'The id of the sender' }),
    status: z.enum(EVENT_STATES),
    note: z.string().nullable().openapi({ description: 'The result or the last error' }),
    attempts: z.int(),
    userId: z.string().nullable().openapi({ description: 'The user that the event is about, once known' }),
    receivedAt: TimestampSchema,
    processedAt: TimestampSchema.nullable(),
  })
  .openapi('WebhookEvent')

const EventDetailSchema = EventSchema.extend({
  body: z.string().nullable().openapi({
    description: 'The JSON body without secret fields. Null after it was erased.',
  }),
}).openapi('WebhookEventDetail')

const EVENT_EXAMPLE = {
  id: ID,
  source: 'revenuecat',
  eventId: 'evt-7',
  status: 'APPLIED' as const,
  note: 'INITIAL_PURCHASE',
  attempts: 0,
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  receivedAt: '2026-11-02T08:00:00.000Z',
  processedAt: '2026-11-02T08:00:01.000Z',
}

function presentEvent({ state, ...event }: ListedEvent): z.output<typeof EventSchema> {
  return { ...isoDates(event), status: state }
}

export function webhookEventRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/inbox/events', {
      summary: 'List received webhook events',
      description: 'Without their bodies, newest first. `total` is at most 10,000.',
      filters: {
        source: z.string().min(1).max(80).optional(),
        status: z.enum(EVENT_STATES).optional(),
      },
      item: EventSchema,
      example: EVENT_EXAMPLE,
      list: async ({ query: { source, status } }, page) => {
        const { events, total } = await listEvents(db, { source, state: status }, page)
        return { items: events.map(presentEvent), total }
      },
    }),

    adminRead('GET /admin/inbox/events/:id', {
      summary: 'Read a received webhook event with its body',
      description: 'Values of secret fields are replaced by `[removed]`.',
      params: Params,
      response: { data: EventDetailSchema, example: { ...EVENT_EXAMPLE, body: '{"event":{"id":"evt-7"}}' } },
      refusals: [errors.event_not_found],
      handle: async ({ params }) => {
        const { body, ...event } = await getEvent(db, params.id)
        return { ...presentEvent(event), body }
      },
    }),

    adminList('GET /admin/inbox/dead-letters', {
      summary: 'List failed webhook events',
      description: 'Events that could not be processed after all attempts, newest first.',
      item: DeadEventSchema,
      example: {
        id: ID,
        source: 'contracts',
        eventId: 'evt-7',
        note: 'amount is not a number',
        attempts: 10,
        receivedAt: '2026-11-02T08:00:00.000Z',
        body: '{}',
      },
      list: async (_, page) => {
        const { items, total } = await listDeadEvents(db, page)
        return { items: items.map(isoDates), total }
      },
    }),

    adminAction('POST /admin/inbox/dead-letters/:id/replay', {
      summary: 'Process a failed webhook event again',
      description: 'With a new set of attempts. Effects that were already applied are not applied again.',
      params: Params,
      body: z.object({ reason: ReasonSchema.optional() }),
      bodyExample: { reason: 'The order exists now.' },
      response: {
        data: z.object({ id: z.string(), state: z.literal('PENDING') }),
        example: { id: ID, state: 'PENDING' },
      },
      refusals: [errors.event_not_found, errors.event_not_dead],
      perform: async (tx, { params: { id }, body: { reason }, now }) => {
        await replayEvent(tx, { id, now })
        return {
          data: { id, state: 'PENDING' as const },
          act: {
            name: 'inbox.replayed',
            subject: { kind: 'inbox_event', id },
            before: { state: 'DEAD' },
            after: { state: 'PENDING' },
            ...(reason ? { personalTexts: { reason } } : {}),
          },
        }
      },
    }),
  ]
}
