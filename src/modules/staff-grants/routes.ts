import type { Db } from '../../platform/db/database.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { listUsernames } from '../accounts/public/user-records.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import { adminAction, adminRead, withExample } from '../staff-access/public/admin-endpoint.ts'
import { listRoleLines } from '../staff-access/public/role-lines.ts'
import { approveGrant, giveGrant, rejectGrant } from './decide-grant.ts'
import { errors } from './errors.ts'
import { GRANT_REQUEST_EXAMPLE, GrantRequestSchema, peopleOf, presentGrantRequest } from './grant-view.ts'
import { type GrantId, type GrantRequest, listGrantRequests, REQUEST_STATUSES } from './queries.ts'

const MAX_AMOUNT = 1_000_000_000
const Params = z.object({ id: IdParam })
const ReasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .openapi({ example: 'A lesson was lost in the outage.' })
const WithReason = z.object({ reason: ReasonSchema })

const GrantedSchema = z.object({
  newTotalXP: z.int(),
  newTotalGems: z.int(),
  approval: z
    .object({ requestId: z.string(), expiresAt: TimestampSchema })
    .nullable()
    .openapi({ description: 'The request that waits for another administrator; null if the grant is paid.' }),
})

const DECIDED = {
  decidedBy: { id: '019a8b5e-7c1d-7000-8000-0000000000a2', username: 'kofi' },
  decidedAt: '2026-11-02T09:00:00.000Z',
  decisionReason: 'I checked the list of winners.',
  mayApprove: false,
}

export function grantRoutes({ db, config }: Platform): Endpoint[] {
  const response = { status: 200, data: GrantRequestSchema, example: GRANT_REQUEST_EXAMPLE } as const
  return [
    adminAction('POST /admin/users/:id/grants', {
      summary: 'Grant gems or XP to a user, or take them',
      description:
        'A negative amount is taken from the user. If the user has too little, nothing is taken and an error is returned. If your grants to all users within 24 hours exceed the limit (`grantLimits` of the settings of the run time), nothing is paid: the status is 202, and another administrator must approve the request in `approval`.',
      params: Params,
      body: z.object({
        asset: z.enum(['GEM', 'XP']),
        amount: z
          .int()
          .min(-MAX_AMOUNT)
          .max(MAX_AMOUNT)
          .refine((amount) => amount !== 0, 'must not be zero'),
        reason: ReasonSchema,
      }),
      bodyExample: { asset: 'GEM', amount: 100, reason: 'A lesson was lost in the outage.' },
      response: {
        status: 201,
        isPending: (data) => (data as z.input<typeof GrantedSchema>).approval !== null,
        data: GrantedSchema,
        example: { newTotalXP: 1_250, newTotalGems: 140, approval: null },
      },
      refusals: [ledgerErrors.insufficient_gems, ledgerErrors.insufficient_balance],
      perform: async (tx, { caller, params, body: { asset, amount, reason }, now }) => {
        const userId = params.id as UserId
        const grant = { adminId: caller.userId, userId, asset, amount, reason, now }
        const { before, after, request } = await giveGrant(tx, config, grant)
        const subject = { kind: 'user', id: userId }
        return {
          data: {
            newTotalXP: after.totalXP,
            newTotalGems: after.totalGems,
            approval: request ? { requestId: request.id, expiresAt: request.expiresAt.toISOString() } : null,
          },
          act: request
            ? {
                name: 'user.grant_requested',
                subject,
                userId,
                before: null,
                after: { asset, amount, requestId: request.id },
                personalTexts: { reason },
              }
            : {
                name: 'user.granted',
                subject,
                userId,
                before: { ...before },
                after: { ...after, asset, amount },
                personalTexts: { reason },
              },
        }
      },
    }),

    adminRead('GET /admin/grant-requests', {
      summary: 'List grants that need approval',
      description: 'Newest first. A pending request expires after seven days. `total` is at most 10,000.',
      query: pagingQuery(20).extend({ status: z.enum(REQUEST_STATUSES).default('PENDING') }),
      response: {
        status: 200,
        data: z.array(GrantRequestSchema),
        meta: PagingMeta,
        example: [GRANT_REQUEST_EXAMPLE],
      },
      handle: async ({ caller, query: { status, page, limit }, now }) => {
        const { requests, total } = await listGrantRequests(db, {
          status,
          now,
          limit,
          offset: (page - 1) * limit,
        })
        return new Reply(await present(db, requests, caller.userId), { meta: { total, page, limit } })
      },
    }),

    adminAction('POST /admin/grant-requests/:id/approve', {
      summary: 'Approve a grant',
      description:
        'Pays the grant, once. The approver is not the user who gets it, and is independent of the requester: neither made the other an administrator, and no third one made both.',
      params: Params,
      body: WithReason,
      bodyExample: { reason: DECIDED.decisionReason },
      response: withExample(response, { status: 'APPROVED', ...DECIDED }),
      refusals: [
        errors.grant_request_decided,
        errors.grant_request_expired,
        errors.grant_to_yourself,
        errors.approver_not_independent,
        errors.requester_not_admin,
      ],
      perform: async (tx, { caller, params, body: { reason }, now }) => {
        const decision = { id: params.id as GrantId, adminId: caller.userId, reason, now }
        const { request, before, after } = await approveGrant(tx, decision)
        const { id, adminId, userId, asset, amount } = request
        const [data] = await present(tx, [request], caller.userId)
        return {
          data: data!,
          act: {
            name: 'user.granted',
            subject: { kind: 'user', id: userId },
            userId,
            before: { ...before },
            after: { ...after, asset, amount, requestId: id, requestedBy: adminId },
            personalTexts: { reason },
          },
        }
      },
    }),

    adminAction('POST /admin/grant-requests/:id/reject', {
      summary: 'Reject a grant',
      description: 'Nothing is paid. The requester may reject the own request, to withdraw it.',
      params: Params,
      body: WithReason,
      bodyExample: { reason: 'The winner was another user.' },
      response: withExample(response, { status: 'REJECTED', ...DECIDED }),
      refusals: [errors.grant_request_decided, errors.grant_request_expired],
      perform: async (tx, { caller, params, body: { reason }, now }) => {
        const decision = { id: params.id as GrantId, adminId: caller.userId, reason, now }
        const request = await rejectGrant(tx, decision)
        const { id, adminId, userId, asset, amount } = request
        const [data] = await present(tx, [request], caller.userId)
        return {
          data: data!,
          act: {
            name: 'user.grant_rejected',
            subject: { kind: 'user', id: userId },
            userId,
            before: null,
            after: { asset, amount, requestId: id, requestedBy: adminId },
            personalTexts: { reason },
          },
        }
      },
    }),
  ]
}

async function present(db: Db, requests: GrantRequest[], viewerId: UserId) {
  const people = [...new Set(requests.flatMap(peopleOf))]
  const requesters = [...new Set([viewerId, ...requests.map(({ adminId }) => adminId)])]
  const [names, lines] = await Promise.all([listUsernames(db, people), listRoleLines(db, requesters)])
  return requests.map((request) => presentGrantRequest(request, { viewerId, names, lines }))
}
