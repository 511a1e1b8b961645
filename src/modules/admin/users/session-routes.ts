import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { errors as lifecycleErrors } from '../../account-lifecycle/errors.ts'
import { revokeUserSessions } from '../../account-lifecycle/public/revoke-user-sessions.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { countUserSessions, listUserSessions } from '../../sessions/public/list-user-sessions.ts'
import { adminAction, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { AdminSessionSchema, presentSession, SESSION_EXAMPLE } from './session-view.ts'
import { ReasonSchema } from './user-action-routes.ts'
import { UserParams } from './user-read-routes.ts'

export function sessionAdminRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/users/:id/sessions', {
      summary: 'List the sessions of a user',
      description:
        'Active, expired and revoked sessions that are still stored, newest first. `total` is at most 10,000.',
      params: UserParams,
      query: pagingQuery(20),
      response: {
        status: 200,
        data: z.array(AdminSessionSchema),
        meta: PagingMeta,
        example: [SESSION_EXAMPLE],
      },
      handle: async ({ params, query: { page, limit } }) => {
        const userId = params.id as UserId
        const [sessions, total] = await Promise.all([
          listUserSessions(db, userId, { limit, offset: (page - 1) * limit }),
          countUserSessions(db, userId),
          getUserRecord(db, userId),
        ])
        return new Reply(sessions.map(presentSession), { meta: { total, page, limit } })
      },
    }),

    adminAction('POST /admin/users/:id/sessions/revoke', {
      summary: 'End all sessions of a user',
      description:
        'Signs the user out on all devices. The user can sign in again. A repeated request without new sessions changes nothing.',
      params: UserParams,
      body: z.object({ reason: ReasonSchema }),
      bodyExample: { reason: 'The phone was stolen.' },
      response: {
        status: 200,
        data: z.object({ id: z.string(), revokedSessions: z.int() }),
        example: { id: '019a8b5e-7c1d-7000-8000-0000000000b2', revokedSessions: 2 },
      },
      refusals: [lifecycleErrors.own_account],
      perform: async (tx, { caller, params, body: { reason }, now }) => {
        const userId = params.id as UserId
        const revokedSessions = await revokeUserSessions(tx, { userId, adminId: caller.userId, now })
        return {
          data: { id: userId, revokedSessions },
          act:
            revokedSessions === 0
              ? undefined
              : {
                  name: 'user.sessions_revoked',
                  subject: { kind: 'user', id: userId },
                  userId,
                  before: { sessions: revokedSessions },
                  after: { sessions: 0 },
                  personalTexts: { reason },
                },
        }
      },
    }),
  ]
}
