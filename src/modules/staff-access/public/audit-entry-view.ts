import type { Db } from '../../../platform/db/database.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { listUsernames } from '../../accounts/public/user-records.ts'
import type { AuditEntry } from '../queries.ts'
import { ACTOR_ROLES, AUDIT_ACTIONS } from './audit-actions.ts'

const StateSchema = z.record(z.string(), z.unknown()).nullable()

export const AuditEntrySchema = z
  .object({
    id: z.string(),
    at: TimestampSchema,
    actorId: z.string().nullable().openapi({ description: 'Null for the command line of the operator.' }),
    actorName: z
      .string()
      .nullable()
      .openapi({ description: 'The present username; null if the account was deleted' }),
    actorRole: z.enum(ACTOR_ROLES),
    act: z.enum(AUDIT_ACTIONS),
    subjectKind: z.string(),
    subjectId: z.string(),
    userId: z.string().nullable().openapi({ description: 'The user that the action concerns, if any.' }),
    before: StateSchema,
    after: StateSchema,
    details: StateSchema.openapi({
      description:
        'The IP address of the actor, the reason, and other texts. They are erased with the account that they belong to.',
    }),
    requestId: z.string().nullable(),
  })
  .openapi('AuditEntry')

export const AUDIT_ENTRY_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-00000000ad01',
  at: '2026-11-02T08:00:00.000Z',
  actorId: '019a8b5e-7c1d-7000-8000-0000000000b1',
  actorName: 'grace',
  actorRole: 'ADMIN' as const,
  act: 'user.granted' as const,
  subjectKind: 'user',
  subjectId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
  before: { totalGems: 5 },
  after: { totalGems: 105 },
  details: { address: '203.0.113.7', reason: 'A lesson was lost.' },
  requestId: 'b8b1d0c2',
}

export async function presentAuditEntries(
  db: Db,
  entries: AuditEntry[],
): Promise<z.output<typeof AuditEntrySchema>[]> {
  const names = await listUsernames(db, [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))])
  return entries.map(({ personal, at, actorId, ...entry }) => ({
    ...entry,
    actorId,
    actorName: (actorId && names.get(actorId)) ?? null,
    at: at.toISOString(),
    details: personal,
  }))
}
