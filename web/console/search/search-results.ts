import type { Api } from '../../../packages/client/src/lyceum.ts'
import type { Destination } from '../frame/console-link.tsx'
import { searchReader } from '../list/list-search.ts'
import { ORDERS_PATH, userPath } from '../paths.ts'

export const readSearch = searchReader({ q: 'text' })

/** Where a result is shown: its own list, or the page of its user. */
export function destinationOf({ kind, id, userId }: Api.AdminSearchResult): Destination | undefined {
  if (kind === 'USER') return { to: userPath(id) }
  if (kind === 'ORDER') return { to: ORDERS_PATH, search: { open: id } }
  return userId ? { to: userPath(userId) } : undefined
}
