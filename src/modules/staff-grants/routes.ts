import type { Endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { errors as ledgerErrors } from '../ledger/errors.ts'
import {
  type ActionResult,
  adminAction,
  adminList,
  idParams,
  ReasonSchema,
  withExample,
} from '../staff-access/public/admin-endpoint.ts'
import type { AuditAction } from '../staff-access/public/audit-actions.ts'
import { actionOnUser } from '../staff-access/public/record-audit-entry.ts'
import { approveGrant, giveGrant, rejectGrant } from './decide-grant.ts'
import { errors } from './errors.ts'
import type { ChangedTotals } from './grant-asset.ts'
import { GRANT_REQUEST_EXAMPLE, GrantRequestSchema, presentGrantRequests } from './grant-view.ts'
import { type GrantId, type GrantRequest, listGrantRequests, REQUEST_STATUSES } from './queries.ts'

const MAX_AMOUNT = 1_000_000_000
const Params = idParams<GrantId>()
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
  const response = { data: GrantRequestSchema, example: GRANT_REQUEST_EXAMPLE } as const
  return [
    adminAction('POST /admin/users/:id/grants', {
      summary: 'Grant gems or XP to a user, or take them',
      description:
        'A negative amount is taken from the user. If the user has too little, nothing is taken and an error is returned. If your grants to all users within 24 hours exceed the limit (`grantLimits` of the settings of the run time), nothing is paid: the status is 202, and another administrator must approve the request in `approval`.',
      params: idParams<UserId>(),
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
      perform: async (tx, { caller, params: { id: userId }, body: { asset, amount, reason }, now }) => {
        const grant = { adminId: caller.userId, userId, asset, amount, reason, now }
        const { before, after, request } = await giveGrant(tx, config, grant)
        return {
          data: {
            newTotalXP: after.totalXP,
            newTotalGems: after.totalGems,
            approval: request ? { requestId: request.id, expiresAt: request.expiresAt.toISOString() } : null,
          },
          act: request
            ? actionOnUser('user.grant_requested', userId, {
                before: null,
                after: { asset, amount, requestId: request.id },
                reason,
              })
            : actionOnUser('user.granted', userId, { before, after: { ...after, asset, amount }, reason }),
        }
      },
    }),

    adminList('GET /admin/grant-requests', {
      summary: 'List grants that need approval',
      description: 'Newest first. A pending request expires after seven days. `total` is at most 10,000.',
      filters: { status: z.enum(REQUEST_STATUSES).default('PENDING') },
      item: GrantRequestSchema,
      example: GRANT_REQUEST_EXAMPLE,
      list: async ({ caller, query: { status }, now }, page) => {
        const { requests, total } = await listGrantRequests(db, { status, now, ...page })
        return { items: await presentGrantRequests(db, requests, caller.userId), total }
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
      perform: async (tx, { caller, params: { id }, body: { reason }, now }) => {
        const viewerId = caller.userId
        const { request, totals } = await approveGrant(tx, { id, adminId: viewerId, reason, now })
        return decisionResult(tx, 'user.granted', { request, viewerId, reason, totals })
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
      perform: async (tx, { caller, params: { id }, body: { reason }, now }) => {
        const viewerId = caller.userId
        const request = await rejectGrant(tx, { id, adminId: viewerId, reason, now })
        return decisionResult(tx, 'user.grant_rejected', { request, viewerId, reason })
      },
    }),
  ]
}

interface Decided {
  request: GrantRequest
  /** The administrator who decided. */
  viewerId: UserId
  reason: string
  /** Only if the grant was paid. */
  totals?: ChangedTotals
}

/** The response of a decision, for the administrator who made it, and its audit entry. */
async function decisionResult(
  tx: Tx,
  name: AuditAction,
  { request, viewerId, reason, totals }: Decided,
): Promise<ActionResult<z.input<typeof GrantRequestSchema>>> {
  const { id, adminId, userId, asset, amount } = request
  const [data] = await presentGrantRequests(tx, [request], viewerId)
  const before = totals?.before ?? null
  const after = { ...totals?.after, asset, amount, requestId: id, requestedBy: adminId }
  return { data: data!, act: actionOnUser(name, userId, { before, after, reason }) }
}
