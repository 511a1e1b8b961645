import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { adminRead } from './public/admin-endpoint.ts'
import { AUDIT_ACTIONS } from './public/audit-actions.ts'
import { AUDIT_ENTRY_EXAMPLE, AuditEntrySchema, presentAuditEntries } from './public/audit-entry-view.ts'
import { countEntries, listEntries } from './queries.ts'

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
        data: z.array(AuditEntrySchema),
        meta: PagingMeta,
        example: [AUDIT_ENTRY_EXAMPLE],
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
        return new Reply(await presentAuditEntries(db, entries), { meta: { total, page, limit } })
      },
    }),
  ]
}
