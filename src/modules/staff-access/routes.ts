import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery, TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { adminRead } from './public/admin-endpoint.ts'
import { ACTOR_ROLES, AUDIT_ACTIONS } from './public/audit-actions.ts'
import { countEntries, listEntries } from './queries.ts'

const StateSchema = z.record(z.string(), z.unknown()).nullable()

const EntrySchema = z
  .object({
    id: z.string(),
    at: TimestampSchema,
    actorId: z.string().nullable().openapi({ description: 'Null for the command line of the operator.' }),
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

export function auditRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/audit', {
      summary: 'Read the audit log',
      description:
        'All actions under /admin, the first run, resets by the command line, and changes of the name on certificates by its owner, newest first. `total` is at most 10,000.',
      query: pagingQuery(50).extend({
        actorId: z.uuid().optional(),
        act: z.enum(AUDIT_ACTIONS).optional(),
        subjectKind: z.string().max(40).optional(),
        subjectId: z.string().max(80).optional(),
        userId: z.uuid().optional(),
        since: z.iso.datetime().optional(),
        until: z.iso.datetime().optional(),
      }),
      response: {
        status: 200,
        data: z.array(EntrySchema),
        meta: PagingMeta,
        example: [
          {
            id: '019a8b5e-7c1d-7000-8000-00000000ad01',
            at: '2026-11-02T08:00:00.000Z',
            actorId: '019a8b5e-7c1d-7000-8000-0000000000b1',
            actorRole: 'ADMIN',
            act: 'user.granted',
            subjectKind: 'user',
            subjectId: '019a8b5e-7c1d-7000-8000-0000000000b2',
            userId: '019a8b5e-7c1d-7000-8000-0000000000b2',
            before: { totalGems: 5 },
            after: { totalGems: 105 },
            details: { address: '203.0.113.7', reason: 'A lesson was lost.' },
            requestId: 'b8b1d0c2',
          },
        ],
      },
      handle: async ({ query }) => {
        const { page, limit, since, until, ...plain } = query
        const filter = {
          actorId: plain.actorId ?? null,
          act: plain.act ?? null,
          subjectKind: plain.subjectKind ?? null,
          subjectId: plain.subjectId ?? null,
          userId: plain.userId ?? null,
          since: since ? new Date(since) : null,
          until: until ? new Date(until) : null,
        }
        const [entries, total] = await Promise.all([
          listEntries(db, filter, limit, (page - 1) * limit),
          countEntries(db, filter),
        ])
        return new Reply(
          entries.map(({ personal, at, ...entry }) => ({
            ...entry,
            at: at.toISOString(),
            details: personal,
          })),
          { meta: { total, page, limit } },
        )
      },
    }),
  ]
}
