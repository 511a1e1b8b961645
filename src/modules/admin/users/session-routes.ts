import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { errors as lifecycleErrors } from '../../account-lifecycle/errors.ts'
import { revokeUserSessions } from '../../account-lifecycle/public/revoke-user-sessions.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { countUserSessions, listUserSessions } from '../../sessions/public/list-user-sessions.ts'
import { adminAction, adminList, ReasonSchema } from '../../staff-access/public/admin-endpoint.ts'
import { actionOnUser } from '../../staff-access/public/record-audit-entry.ts'
import { AdminSessionSchema, SESSION_EXAMPLE } from './session-view.ts'
import { UserParams } from './user-read-routes.ts'

export function sessionAdminRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/users/:id/sessions', {
      summary: 'List the sessions of a user',
      description:
        'Active, expired and revoked sessions that are still stored, newest first. `total` is at most 10,000.',
      params: UserParams,
      item: AdminSessionSchema,
      example: SESSION_EXAMPLE,
      list: async ({ params: { id: userId } }, page) => {
        const [sessions, total] = await Promise.all([
          listUserSessions(db, userId, page),
          countUserSessions(db, userId),
          getUserRecord(db, userId),
        ])
        return { items: sessions.map(isoDates), total }
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
        data: z.object({ id: z.string(), revokedSessions: z.int() }),
        example: { id: '019a8b5e-7c1d-7000-8000-0000000000b2', revokedSessions: 2 },
      },
      refusals: [lifecycleErrors.own_account],
      perform: async (tx, { caller, params: { id: userId }, body: { reason }, now }) => {
        const revokedSessions = await revokeUserSessions(tx, { userId, adminId: caller.userId, now })
        const states = { before: { sessions: revokedSessions }, after: { sessions: 0 }, reason }
        return {
          data: { id: userId, revokedSessions },
          act: revokedSessions === 0 ? undefined : actionOnUser('user.sessions_revoked', userId, states),
        }
      },
    }),
  ]
}
