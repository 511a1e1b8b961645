import type { Answer, Given, GivenArguments, HttpClient, Operation } from './http-client.ts'

interface Numbered {
  total: number
  page: number
  limit: number
}

/** The items of a list that is returned in pages; never for other operations. */
export type ItemOf<O extends Operation> =
  Answer<O> extends { data: (infer Item)[]; meta: Numbered }
    ? Item
    : Answer<O> extends { data: Numbered & { items: (infer Item)[] } }
      ? Item
      : never

/** Operations that return a list in pages. */
export type ListOperation = { [O in Operation]: [ItemOf<O>] extends [never] ? never : O }[Operation]

interface Page {
  items: unknown[]
  meta: Numbered & { nextCursor?: string | null }
}

/** Yields the items of all pages, and reads a page when the program needs it. */
export async function* eachItem<O extends ListOperation>(
  client: HttpClient,
  operation: O,
  given: Given<O> | undefined,
): AsyncGenerator<ItemOf<O>, void, undefined> {
  let query = { ...(given as { query?: Record<string, unknown> } | undefined)?.query }
  for (;;) {
    const answer = await client.call(operation, ...([{ ...given, query }] as unknown as GivenArguments<O>))
    const { items, meta } = pageOf(answer)
    yield* items as ItemOf<O>[]
    const { nextCursor, page, limit, total } = meta
    // A cursor continues after the last item although the list has grown at its head.
    if (nextCursor === null || items.length === 0) return
    if (nextCursor !== undefined) query = { ...query, page: undefined, cursor: nextCursor }
    else if (page * limit >= total) return
    else query = { ...query, page: page + 1 }
  }
}

function pageOf(answer: unknown): Page {
  const { data, meta } = answer as { data: unknown[] | (Numbered & { items: unknown[] }); meta: Page['meta'] }
  return Array.isArray(data) ? { items: data, meta } : { items: data.items, meta: data }
}
