import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { adminList } from './public/admin-endpoint.ts'
import { AUDIT_ACTIONS } from './public/audit-actions.ts'
import { AUDIT_ENTRY_EXAMPLE, AuditEntrySchema, presentAuditEntries } from './public/audit-entry-view.ts'
import { countEntries, listEntries } from './queries.ts'

export function auditRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminList('GET /admin/audit', {
      summary: 'Read the audit log',
      description:
        'All actions under /admin, the first run, resets by the command line, and changes of the name on certificates by its owner, newest first. `total` is at most 10,000.',
      filters: {
        actorId: z.uuid().optional(),
        act: z.enum(AUDIT_ACTIONS).optional(),
        subjectKind: z.string().max(40).optional(),
        subjectId: z.string().max(80).optional(),
        userId: z.uuid().optional(),
        since: z.iso.datetime().optional(),
        until: z.iso.datetime().optional(),
      },
      defaultLimit: 50,
      item: AuditEntrySchema,
      example: AUDIT_ENTRY_EXAMPLE,
      list: async ({ query }, { limit, offset }) => {
        const { since, until, ...plain } = query
        const time = {
          since: since ? new Date(since) : undefined,
          until: until ? new Date(until) : undefined,
        }
        const filter = { ...plain, ...time }
        const [entries, total] = await Promise.all([
          listEntries(db, filter, limit, offset),
          countEntries(db, filter),
        ])
        return { items: await presentAuditEntries(db, entries), total }
      },
    }),
  ]
}
