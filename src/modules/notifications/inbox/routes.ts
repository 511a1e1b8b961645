import { commonErrors } from '../../../platform/errors.ts'
import { CursorMeta, CursorTime, cursorPage, cursorPagingQuery } from '../../../platform/http/cursor.ts'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { IdParam } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { NOTIFICATION_TYPES, type NotificationId, notificationView } from '../notification.ts'
import { NOTIFICATION_EXAMPLE, NotificationSchema } from '../protocol.ts'
import { deleteNotification, getInboxPage, updateAllRead, updateRead } from './queries.ts'

const TAG = 'Notifications'

/** The time and the id of a notification. */
const NotificationPosition = z
  .tuple([CursorTime, z.uuid()])
  .transform(([at, id]) => ({ createdAt: new Date(at), id }))

const InboxQuery = cursorPagingQuery(20, NotificationPosition).extend({
  unreadOnly: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .openapi({ type: 'string', enum: ['true', 'false'], example: 'false' }),
  type: z.enum(NOTIFICATION_TYPES).optional(),
})

const InboxMeta = CursorMeta.extend({
  unread: z
    .number()
    .int()
    .openapi({ description: 'The number of all unread notifications, regardless of the filter.' }),
})

export function inboxRoutes({ db, config }: Platform): Endpoint[] {
  const { linkBase } = config.notifications
  return [
    endpoint({
      method: 'get',
      path: '/notifications',
      tag: TAG,
      summary: 'Read your inbox',
      description: 'The newest first.',
      access: 'user',
      query: InboxQuery,
      response: {
        data: z.array(NotificationSchema),
        example: [NOTIFICATION_EXAMPLE],
        meta: InboxMeta,
        metaExample: { total: 1, page: 1, limit: 20, nextCursor: null, unread: 1 },
      },
      handle: async ({ caller, query: { page, limit, cursor, unreadOnly, type = null } }) => {
        const { entries, total, unread } = await getInboxPage(db, caller.userId, {
          unreadOnly,
          type,
          after: cursor,
          limit: limit + 1,
          offset: cursor ? 0 : (page - 1) * limit,
        })
        const { items, nextCursor } = cursorPage(entries, limit, ({ createdAt, id }) => [
          createdAt.getTime(),
          id,
        ])
        return new Reply(
          items.map((entry) => notificationView(entry, linkBase)),
          { meta: { total, page, limit, nextCursor, unread } },
        )
      },
    }),

    endpoint({
      method: 'post',
      path: '/notifications/read-all',
      tag: TAG,
      summary: 'Mark everything read',
      description: 'Notifications that arrive during the request stay unread.',
      access: 'user',
      response: {
        data: z.object({
          updated: z.number().int().openapi({ description: 'The number of notifications that were unread.' }),
        }),
        example: { updated: 3 },
        message: 'Everything is marked read',
      },
      handle: ({ caller, write, now }) =>
        write(async (tx) => ({ updated: await updateAllRead(tx, caller.userId, now) })),
    }),

    endpoint({
      method: 'patch',
      path: '/notifications/:id/read',
      tag: TAG,
      summary: 'Mark a notification read',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { data: NotificationSchema, example: { ...NOTIFICATION_EXAMPLE, isRead: true } },
      refusals: [commonErrors.not_found],
      handle: ({ caller, params, write, now }) =>
        write(async (tx) => {
          const entry = await updateRead(tx, caller.userId, params.id as NotificationId, now)
          if (!entry) throw commonErrors.not_found()
          return notificationView(entry, linkBase)
        }),
    }),

    endpoint({
      method: 'delete',
      path: '/notifications/:id',
      tag: TAG,
      summary: 'Delete a notification',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { message: 'The notification is deleted' },
      refusals: [commonErrors.not_found],
      handle: ({ caller, params, write }) =>
        write(async (tx) => {
          const isDeleted = await deleteNotification(tx, caller.userId, params.id as NotificationId)
          if (!isDeleted) throw commonErrors.not_found()
        }),
    }),
  ]
}
