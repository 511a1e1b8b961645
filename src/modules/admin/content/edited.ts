import { z } from '@hono/zod-openapi'
import { IdParam, pagingQuery } from '../../../platform/http/schemas.ts'
import { PUBLICATION_STATUSES } from '../../questions/editing/question-draft.ts'
import type { Done } from '../admin-endpoint.ts'
import type { ActName } from '../audit/act.ts'
import { changesBetween } from '../audit/record-act.ts'

/** What the endpoints of all kinds of content have in common. */

export const ContentParams = z.object({ id: IdParam })

const StatusQuery = z.enum(PUBLICATION_STATUSES).optional()
export const StatusPaging = pagingQuery(50).extend({ status: StatusQuery })
export const SearchPaging = StatusPaging.extend({ search: z.string().trim().max(100).optional() })

/** `course` of `course.updated`. */
function kindOf(name: ActName): string {
  return name.split('.')[0]!
}

/** Something was made. */
export function made<Thing extends { id: string }>(name: ActName, thing: Thing): Done<Thing> {
  const { id, ...state } = thing
  return { data: thing, act: { name, subject: { kind: kindOf(name), id }, before: null, after: state } }
}

/** Something is another than it was; or the same, and then nothing was done. */
export function edited<Thing extends { id: string }>(
  name: ActName,
  { before, after }: { before: Thing; after: Thing },
): Done<Thing> {
  const changes = changesBetween(before, after)
  return { data: after, act: changes && { name, subject: { kind: kindOf(name), id: after.id }, ...changes } }
}
