import { z } from '@hono/zod-openapi'
import { IdParam, pagingQuery } from '../../../platform/http/schemas.ts'
import { PUBLICATION_STATUSES } from '../../authoring/public/question-draft.ts'
import type { ActionResult } from '../admin-endpoint.ts'
import type { AuditAction } from '../audit-log/audit-actions.ts'
import { changesBetween } from '../audit-log/record-audit-entry.ts'

/** What the endpoints of all kinds of content have in common. */

export const ContentParams = z.object({ id: IdParam })

const StatusQuery = z.enum(PUBLICATION_STATUSES).optional()
export const StatusPaging = pagingQuery(50).extend({ status: StatusQuery })
export const SearchPaging = StatusPaging.extend({ search: z.string().trim().max(100).optional() })

/** `course` of `course.updated`. */
function kindOf(name: AuditAction): string {
  return name.split('.')[0]!
}

/** Something was made. */
export function created<Thing extends { id: string }>(name: AuditAction, thing: Thing): ActionResult<Thing> {
  const { id, ...state } = thing
  return { data: thing, act: { name, subject: { kind: kindOf(name), id }, before: null, after: state } }
}

/** Something is another than it was; or the same, and then nothing was done. */
export function updated<Thing extends { id: string }>(
  name: AuditAction,
  { before, after }: { before: Thing; after: Thing },
): ActionResult<Thing> {
  const changes = changesBetween(before, after)
  return { data: after, act: changes && { name, subject: { kind: kindOf(name), id: after.id }, ...changes } }
}
