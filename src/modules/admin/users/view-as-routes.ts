import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { adminAction, ReasonSchema } from '../../staff-access/public/admin-endpoint.ts'
import { actionOnUser } from '../../staff-access/public/record-audit-entry.ts'
import { errors } from '../errors.ts'
import { UserParams } from './user-read-routes.ts'

/** Signs an access token. `app/` provides it. */
export type SignToken = (caller: Caller) => string

/** The lifetime of access tokens; a view cannot be refreshed. */
const VIEW_MS = 15 * MINUTE_MS

const USER_ID = '019a8b5e-7c1d-7000-8000-0000000000b2'

export function viewAsRoutes(signToken: SignToken): Endpoint[] {
  return [
    adminAction('POST /admin/users/:id/view-as', {
      summary: 'View the app as a learner, without changing anything',
      description:
        'The access token reads what the user sees, for 15 minutes at most. Requests that write, reads of secrets (export, sessions, messages to sign) and reads that store something (promotions, referral code) are refused with `VIEW_ONLY`, WebSockets are closed. It belongs to the session of the caller and ends with it. The user has no session of it and no activity. Only accounts with the role USER can be viewed.',
      params: UserParams,
      body: z.object({ reason: ReasonSchema }),
      bodyExample: { reason: 'The user reports that a course is missing.' },
      response: {
        status: 201,
        data: z.object({
          id: z.string(),
          username: z.string(),
          accessToken: z.string(),
          expiresAt: TimestampSchema,
        }),
        example: {
          id: USER_ID,
          username: 'amina',
          accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
          expiresAt: '2026-11-02T08:15:00.000Z',
        },
      },
      refusals: [errors.view_of_staff],
      perform: async (tx, { caller, params: { id: userId }, body: { reason }, now }) => {
        const { username, role } = await getUserRecord(tx, userId)
        if (role !== 'USER') throw errors.view_of_staff()
        // The session is that of the viewer, so that a sign-out or a change of the role ends the view in all processes.
        const { sessionId, userId: viewerId } = caller
        const accessToken = signToken({ userId, sessionId, role, viewerId })
        const expiresAt = addMs(now, VIEW_MS).toISOString()
        return {
          data: { id: userId, username, accessToken, expiresAt },
          act: actionOnUser('user.viewed', userId, { before: null, after: { expiresAt }, reason }),
        }
      },
    }),
  ]
}
