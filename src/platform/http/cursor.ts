import { z } from '../zod.ts'
import { PagingMeta, pagingQuery } from './schemas.ts'

/**
 * Paging of lists that grow at their head. A page number counts from the head, so that an item that arrives between
 * two requests repeats another. A cursor names the last item of a page and continues after it.
 */

/** A time in milliseconds that PostgreSQL can store. */
export const CursorTime = z.int().min(0).max(253_402_300_799_999)
/** Sorts after every other id. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Sorts after every other time. */
export const LAST_TIME = new Date(253_402_300_799_999)

/** The query of a list with page numbers and cursors; `position` is the schema of the position of an item. */
export function cursorPagingQuery<Position extends z.ZodType>(defaultLimit: number, position: Position) {
  return pagingQuery(defaultLimit).extend({
    cursor: z
      .string()
      .transform((text, context): z.output<Position> => {
        const parsed = position.safeParse(decodeCursor(text))
        if (parsed.success) return parsed.data
        context.addIssue({ code: 'custom', message: 'must be the nextCursor of an earlier response' })
        return z.NEVER
      })
      .optional()
      .openapi({
        type: 'string',
        description:
          'The `nextCursor` of the page before. The response then starts after the last item of that page, although newer items have come; `page` has no effect.',
      }),
  })
}

/** The paging fields of a list with cursors. */
export const CursorMeta = PagingMeta.extend({
  nextCursor: z.string().nullable().openapi({ description: 'The cursor of the next page; null at the end.' }),
})

/**
 * A page of rows, of which the query read one more than the limit: the last row says that another page follows.
 */
export function cursorPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => readonly (string | number)[],
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeCursor(positionOf(last)) : null }
}

function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function decodeCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
