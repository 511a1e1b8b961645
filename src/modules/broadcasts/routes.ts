import type { Endpoint } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { getUserRecord } from '../accounts/public/user-records.ts'
import { notify } from '../notifications/public/notify.ts'
import {
  adminAction,
  adminList,
  adminRead,
  idParams,
  withExample,
} from '../staff-access/public/admin-endpoint.ts'
import { type AuditedAction, changesBetween } from '../staff-access/public/record-audit-entry.ts'
import {
  BROADCAST_EXAMPLE,
  BROADCAST_STATUSES,
  type Broadcast,
  type BroadcastId,
  BroadcastSchema,
  DraftSchema,
  NewDraftSchema,
  previewMessages,
} from './broadcast.ts'
import { createBroadcast, editBroadcast, scheduleBroadcast, stopBroadcast } from './change-broadcast.ts'
import { errors } from './errors.ts'
import { countBroadcasts, findBroadcast, listBroadcasts } from './queries.ts'
import { countSegmentUsers } from './segment.ts'
import { noticesFor } from './send-broadcast.ts'

const Params = idParams<BroadcastId>()
const VersionSchema = z
  .int()
  .min(1)
  .max(2_000_000_000)
  .openapi({ description: 'Of the broadcast that you read; another one is 412 `BROADCAST_CHANGED`.' })

const CountSchema = z.object({
  count: z.int(),
  isCapped: z.boolean().openapi({ description: 'Only the first 50,000 accounts were looked at.' }),
})
const PreviewSchema = z.object({
  recipients: CountSchema,
  messages: z.array(
    z.object({
      language: z.string(),
      textLanguage: z.string().openapi({ description: 'The language of the text that these users get' }),
      title: z.string(),
      body: z.string(),
    }),
  ),
  isTestSent: z.boolean(),
})

const response = { data: BroadcastSchema, example: BROADCAST_EXAMPLE } as const
const SENDING_EXAMPLE = { status: 'SCHEDULED', sendAt: '2026-11-03T08:00:00.000Z', expectedCount: 1_250 }

export function broadcastRoutes(platform: Platform): Endpoint[] {
  const { db, config } = platform
  const notifying = { connections: platform.connections, linkBase: config.notifications.linkBase }

  const getBroadcast = async (id: BroadcastId): Promise<Broadcast> => {
    const broadcast = await findBroadcast(db, id)
    if (!broadcast) throw errors.broadcast_not_found()
    return broadcast
  }

  return [
    adminList('GET /admin/broadcasts', {
      summary: 'List broadcasts',
      description: 'Newest first, with their progress. `total` is at most 10,000.',
      filters: { status: z.enum(BROADCAST_STATUSES).optional() },
      item: BroadcastSchema,
      example: BROADCAST_EXAMPLE,
      list: async ({ query: { status = null } }, page) => {
        const [broadcasts, total] = await Promise.all([
          listBroadcasts(db, { status, ...page }),
          countBroadcasts(db, status),
        ])
        return { items: broadcasts.map(isoDates), total }
      },
    }),

    adminRead('GET /admin/broadcasts/:id', {
      summary: 'Read a broadcast and its progress',
      params: Params,
      response,
      refusals: [errors.broadcast_not_found],
      handle: async ({ params }) => isoDates(await getBroadcast(params.id)),
    }),

    adminAction('POST /admin/broadcasts', {
      summary: 'Create a draft of a message to many users',
      description:
        'Nothing is sent before `POST /admin/broadcasts/{id}/send`. Users get the text in their language, or in the fallback language.',
      body: NewDraftSchema,
      bodyExample: {
        name: BROADCAST_EXAMPLE.name,
        type: BROADCAST_EXAMPLE.type,
        texts: BROADCAST_EXAMPLE.texts,
        fallbackLanguage: 'en',
        link: 'courses',
        segment: BROADCAST_EXAMPLE.segment,
      },
      response: { ...response, status: 201 },
      refusals: [errors.broadcast_without_fallback],
      perform: async (tx, { body, caller, now }) => {
        const after = await createBroadcast(tx, body, { createdBy: caller.userId, now })
        return {
          data: isoDates(after),
          act: { name: 'broadcast.created', subject: subjectOf(after), before: null, after: draftOf(after) },
        }
      },
    }),

    adminAction('PATCH /admin/broadcasts/:id', {
      summary: 'Change a draft',
      params: Params,
      body: DraftSchema.partial().extend({ version: VersionSchema }),
      bodyExample: { version: 1, messagesPerSecond: 50 },
      response: withExample(response, { version: 2, messagesPerSecond: 50 }),
      refusals: [
        errors.broadcast_not_found,
        errors.broadcast_not_draft,
        errors.broadcast_changed,
        errors.broadcast_without_fallback,
      ],
      perform: async (tx, { params, body: { version, ...changes }, now }) => {
        const edit = { version, changes: changes as Partial<Broadcast>, now }
        const { before, after } = await editBroadcast(tx, params.id, edit)
        const changed = changesBetween(draftOf(before), draftOf(after))
        return {
          data: isoDates(after),
          act: changed && { name: 'broadcast.updated', subject: subjectOf(after), ...changed },
        }
      },
    }),

    adminAction('POST /admin/broadcasts/:id/preview', {
      summary: 'Count the recipients, and see the message in each language',
      description:
        'The count includes users who turned off all channels of the type. With `sendTest`, you get the message yourself, over the channels that you chose, in your language or in `language`.',
      params: Params,
      body: z.object({
        sendTest: z.boolean().default(false),
        language: z.string().max(35).optional(),
      }),
      bodyExample: { sendTest: true, language: 'fr' },
      response: {
        data: PreviewSchema,
        example: {
          recipients: { count: 1_250, isCapped: false },
          messages: [{ language: 'fr', textLanguage: 'fr', ...BROADCAST_EXAMPLE.texts.fr }],
          isTestSent: true,
        },
      },
      refusals: [errors.broadcast_not_found],
      prepare: async ({ params, now }) => {
        const broadcast = await getBroadcast(params.id)
        return { broadcast, recipients: await countSegmentUsers(db, broadcast.segment, now) }
      },
      perform: async (tx, { body: { sendTest, language }, caller, now }, { broadcast, recipients }) => {
        const data = { recipients, messages: previewMessages(broadcast), isTestSent: sendTest }
        if (!sendTest) return { data, act: undefined }
        const { userId } = caller
        const reader = { userId, language: language ?? (await getUserRecord(tx, userId)).language }
        const [notice] = noticesFor(broadcast, [reader])
        await notify(tx, notifying, [{ ...notice!, dedupKey: `broadcast-test:${newId()}` }], now)
        return {
          data,
          act: { name: 'broadcast.tested', subject: subjectOf(broadcast), before: null, after: null },
        }
      },
    }),

    adminAction('POST /admin/broadcasts/:id/send', {
      summary: 'Send a broadcast, now or at a time',
      description:
        'Users who are in the segment when the sending begins get the message once, over the channels that they chose. Suspended and deleted accounts get nothing. `confirmName` is the name of the broadcast, typed by the sender.',
      params: Params,
      body: z.object({
        version: VersionSchema,
        confirmName: z.string().max(200),
        sendAt: TimestampSchema.optional().openapi({ description: 'Without it: now. Within a year.' }),
      }),
      bodyExample: { version: 1, confirmName: BROADCAST_EXAMPLE.name, sendAt: SENDING_EXAMPLE.sendAt },
      response: withExample(response, SENDING_EXAMPLE),
      refusals: [
        errors.broadcast_not_found,
        errors.broadcast_not_draft,
        errors.broadcast_changed,
        errors.broadcast_not_confirmed,
        errors.broadcast_time_invalid,
      ],
      prepare: async ({ params, now }) => countSegmentUsers(db, (await getBroadcast(params.id)).segment, now),
      perform: async (tx, { params, body: { version, confirmName, sendAt }, now }, expected) => {
        const sending = { version, confirmName, sendAt, expected, now }
        const { after } = await scheduleBroadcast(tx, params.id, sending)
        return {
          data: isoDates(after),
          act: {
            name: 'broadcast.scheduled',
            subject: subjectOf(after),
            before: { status: 'DRAFT' },
            after: { ...draftOf(after), sendAt: after.sendAt, expectedCount: after.expectedCount },
          },
        }
      },
    }),

    adminAction('POST /admin/broadcasts/:id/stop', {
      summary: 'Stop a broadcast',
      description:
        'After the response no user gets the message. `sentCount` users got it: it stays in their inboxes. Pushes and e-mails that were not handed over yet are dropped. A stopped broadcast cannot be continued; stopping it again changes nothing.',
      params: Params,
      response: withExample(response, {
        ...SENDING_EXAMPLE,
        status: 'STOPPED',
        startedAt: SENDING_EXAMPLE.sendAt,
        finishedAt: '2026-11-03T08:00:10.000Z',
        sentCount: 200,
      }),
      refusals: [errors.broadcast_not_found, errors.broadcast_not_running],
      perform: async (tx, { params, now }) => {
        const { before, after } = await stopBroadcast(tx, params.id, now)
        const stopped: AuditedAction = {
          name: 'broadcast.stopped',
          subject: subjectOf(after),
          before: { status: before.status },
          after: { status: after.status, sentCount: after.sentCount },
        }
        return { data: isoDates(after), act: before.status === after.status ? undefined : stopped }
      },
    }),
  ]
}

const subjectOf = ({ id }: Broadcast) => ({ kind: 'broadcast', id })

/** What the audit log says about a draft. */
function draftOf(broadcast: Broadcast) {
  const { name, type, texts, fallbackLanguage, link, channels, segment, messagesPerSecond } = broadcast
  return { name, type, texts, fallbackLanguage, link, channels, segment, messagesPerSecond }
}
