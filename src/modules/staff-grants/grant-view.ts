import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { areIndependent, type RoleLines } from '../staff-access/public/role-lines.ts'
import { type GrantRequest, REQUEST_STATUSES } from './queries.ts'

const PersonSchema = z.object({
  id: z.string(),
  username: z.string().nullable().openapi({ description: 'Null if the account was deleted' }),
})

export const GrantRequestSchema = z
  .object({
    id: z.string(),
    status: z.enum(REQUEST_STATUSES),
    requester: PersonSchema.openapi({ description: 'The administrator who wants to grant' }),
    user: PersonSchema.openapi({ description: 'The user who gets it' }),
    asset: z.enum(['GEM', 'XP']),
    amount: z.int(),
    reason: z.string().nullable().openapi({ description: 'Null after the account of the user was deleted' }),
    createdAt: TimestampSchema,
    expiresAt: TimestampSchema,
    decidedBy: PersonSchema.nullable(),
    decidedAt: TimestampSchema.nullable(),
    decisionReason: z.string().nullable(),
    mayApprove: z.boolean().openapi({
      description:
        'Whether you may approve it: it is pending, not for you, and you are independent of the requester.',
    }),
  })
  .openapi('GrantRequest')

const USER_ID = '019a8b5e-7c1d-7000-8000-0000000000b2'
const ADMIN_ID = '019a8b5e-7c1d-7000-8000-0000000000a1'

export const GRANT_REQUEST_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000c7',
  status: 'PENDING' as const,
  requester: { id: ADMIN_ID, username: 'wanjiru' },
  user: { id: USER_ID, username: 'amina' },
  asset: 'GEM' as const,
  amount: 5_000,
  reason: 'The prize of the fair.',
  createdAt: '2026-11-02T08:00:00.000Z',
  expiresAt: '2026-11-09T08:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  mayApprove: true,
}

/** The people of a request, for their names and role lines. */
export function peopleOf({ adminId, userId, decidedBy }: GrantRequest): UserId[] {
  return [adminId, userId, ...(decidedBy ? [decidedBy] : [])]
}

interface Viewer {
  viewerId: UserId
  names: ReadonlyMap<UserId, string>
  lines: RoleLines
}

export function presentGrantRequest(
  request: GrantRequest,
  { viewerId, names, lines }: Viewer,
): z.input<typeof GrantRequestSchema> {
  const { id, status, adminId, userId, asset, amount, reason, decidedBy, decidedAt } = request
  const person = (personId: UserId) => ({ id: personId, username: names.get(personId) ?? null })
  return {
    id,
    status,
    requester: person(adminId),
    user: person(userId),
    asset,
    amount,
    reason,
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    decidedBy: decidedBy && person(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    decisionReason: request.decisionReason,
    mayApprove: status === 'PENDING' && userId !== viewerId && areIndependent(lines, viewerId, adminId),
  }
}
