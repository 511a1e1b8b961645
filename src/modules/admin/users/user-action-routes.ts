import { messageSent } from '../../../events/admin.ts'
import { ROLES } from '../../../platform/http/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { errors as lifecycleErrors } from '../../account-lifecycle/errors.ts'
import { changeRole } from '../../account-lifecycle/public/change-role.ts'
import { suspendUser, unsuspendUser } from '../../account-lifecycle/public/suspend-user.ts'
import { getUserRecord } from '../../accounts/public/user-records.ts'
import { hideUser } from '../../leaderboards/public/hide-user.ts'
import { showUser } from '../../leaderboards/public/show-user.ts'
import { adminAction, ReasonSchema } from '../../staff-access/public/admin-endpoint.ts'
import { actionOnUser } from '../../staff-access/public/record-audit-entry.ts'
import { UserParams } from './user-read-routes.ts'

const WithReason = z.object({ reason: ReasonSchema.optional() })

/** Undoing an action names the state that the action has left. */
const WithSuspension = WithReason.extend({
  ifSuspendedAt: TimestampSchema.nullable().optional().openapi({
    description:
      'Change nothing, with 412, unless the user has been suspended since this time; null: is not suspended',
  }),
})

const SuspensionSchema = z
  .object({ id: z.string(), suspendedAt: TimestampSchema.nullable() })
  .openapi('Suspension')

const USER_ID = '019a8b5e-7c1d-7000-8000-0000000000b2'

export function userActionRoutes(): Endpoint[] {
  return [
    adminAction('POST /admin/users/:id/suspend', {
      summary: 'Suspend a user',
      description:
        'Ends all sessions, prevents sign-in and hides the user from leaderboards. A repeated request changes nothing.',
      params: UserParams,
      body: WithSuspension,
      bodyExample: { reason: 'Sold accounts.' },
      response: { data: SuspensionSchema, example: { id: USER_ID, suspendedAt: '2026-11-02T08:00:00.000Z' } },
      refusals: [lifecycleErrors.own_account, lifecycleErrors.user_changed],
      perform: async (tx, { caller, params: { id: userId }, body, now }) => {
        const { before, after } = await suspendUser(tx, { userId, adminId: caller.userId, now })
        requireSuspension(before, body)
        if (!before) await hideUser(tx, { userId, reason: 'SUSPENDED', now })
        return {
          data: { id: userId, suspendedAt: after!.toISOString() },
          act: before ? undefined : actionOnUser('user.suspended', userId, suspension(before, after, body)),
        }
      },
    }),

    adminAction('POST /admin/users/:id/unsuspend', {
      summary: 'Unsuspend a user',
      description: 'The user can sign in again. A repeated request changes nothing.',
      params: UserParams,
      body: WithSuspension,
      bodyExample: { reason: 'The report was wrong.' },
      response: { data: SuspensionSchema, example: { id: USER_ID, suspendedAt: null } },
      refusals: [lifecycleErrors.own_account, lifecycleErrors.user_changed],
      perform: async (tx, { caller, params: { id: userId }, body, now }) => {
        const { before } = await unsuspendUser(tx, { userId, adminId: caller.userId, now })
        requireSuspension(before, body)
        if (before) await showUser(tx, { userId, reason: 'SUSPENDED' })
        return {
          data: { id: userId, suspendedAt: null },
          act: before ? actionOnUser('user.restored', userId, suspension(before, null, body)) : undefined,
        }
      },
    }),

    adminAction('PATCH /admin/users/:id/role', {
      summary: 'Change the role of a user',
      description:
        'Ends the sessions of the user, because access tokens contain the role. The user must have a verified email address.',
      params: UserParams,
      body: z.object({
        role: z.enum(ROLES),
        reason: ReasonSchema.optional(),
        ifRole: z.enum(ROLES).optional().openapi({
          description: 'Change nothing, with 412, unless the user has this role',
        }),
      }),
      bodyExample: { role: 'CREATOR' },
      response: {
        data: z.object({ id: z.string(), role: z.enum(ROLES) }),
        example: { id: USER_ID, role: 'CREATOR' },
      },
      refusals: [
        lifecycleErrors.own_account,
        lifecycleErrors.email_not_verified,
        lifecycleErrors.user_changed,
      ],
      perform: async (tx, { caller, params: { id: userId }, body, now }) => {
        const change = { userId, adminId: caller.userId, role: body.role, now }
        const { before, after } = await changeRole(tx, change)
        if (body.ifRole !== undefined && body.ifRole !== before) throw lifecycleErrors.user_changed()
        const states = { before: { role: before }, after: { role: after }, reason: body.reason }
        return {
          data: { id: userId, role: after },
          act: before === after ? undefined : actionOnUser('user.role_changed', userId, states),
        }
      },
    }),

    adminAction('POST /admin/users/:id/notifications', {
      summary: 'Send a message to a user',
      description: 'Sends a notification of type SYSTEM over the channels that the user has chosen.',
      params: UserParams,
      body: z.object({
        title: z.string().trim().min(1).max(120),
        body: z.string().trim().min(1).max(1_000),
        link: z
          .string()
          .max(200)
          .regex(/^[A-Za-z0-9/_-]*$/, 'must be a path in the app, such as profile')
          .default('notifications')
          .openapi({ description: 'The path in the app that the notification opens' }),
      }),
      bodyExample: { title: 'Your question', body: 'The lesson is fixed. Thank you.', link: 'courses' },
      response: { status: 201, data: z.object({ isQueued: z.literal(true) }), example: { isQueued: true } },
      perform: async (tx, { params: { id: userId }, body, now }) => {
        await getUserRecord(tx, userId)
        tx.emit(messageSent({ userId, ...body, at: now.toISOString() }))
        return {
          data: { isQueued: true as const },
          act: {
            name: 'user.notified',
            subject: { kind: 'user', id: userId },
            userId,
            before: null,
            after: { link: body.link },
            personalTexts: { title: body.title, body: body.body },
          },
        }
      },
    }),
  ]
}

function requireSuspension(
  before: Date | null,
  { ifSuspendedAt }: { ifSuspendedAt?: string | null | undefined },
): void {
  if (ifSuspendedAt === undefined) return
  const expected = ifSuspendedAt === null ? null : Date.parse(ifSuspendedAt)
  if (expected !== (before?.getTime() ?? null)) throw lifecycleErrors.user_changed()
}

function suspension(before: Date | null, after: Date | null, { reason }: { reason?: string | undefined }) {
  return { before: { suspendedAt: before }, after: { suspendedAt: after }, reason }
}
