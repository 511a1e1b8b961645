import type { Db } from '../../platform/db/database.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { listUsernames } from '../accounts/public/user-records.ts'
import { areIndependent, listRoleLines } from '../staff-access/public/role-lines.ts'
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

/** The requests as an administrator sees them, with the names of the people. */
export async function presentGrantRequests(
  db: Db,
  requests: GrantRequest[],
  viewerId: UserId,
): Promise<z.input<typeof GrantRequestSchema>[]> {
  const people = requests.flatMap(({ adminId, userId, decidedBy }) => [
    adminId,
    userId,
    ...(decidedBy ? [decidedBy] : []),
  ])
  const requesters = [...new Set([viewerId, ...requests.map(({ adminId }) => adminId)])]
  const [names, lines] = await Promise.all([
    listUsernames(db, [...new Set(people)]),
    listRoleLines(db, requesters),
  ])
  const person = (id: UserId) => ({ id, username: names.get(id) ?? null })
  return requests.map(isoDates).map((request) => ({
    id: request.id,
    status: request.status,
    requester: person(request.adminId),
    user: person(request.userId),
    asset: request.asset,
    amount: request.amount,
    reason: request.reason,
    createdAt: request.createdAt,
    expiresAt: request.expiresAt,
    decidedBy: request.decidedBy && person(request.decidedBy),
    decidedAt: request.decidedAt,
    decisionReason: request.decisionReason,
    mayApprove:
      request.status === 'PENDING' &&
      request.userId !== viewerId &&
      areIndependent(lines, viewerId, request.adminId),
  }))
}
