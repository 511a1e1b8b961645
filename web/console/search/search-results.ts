import type { Api } from '../../../packages/client/src/lyceum.ts'
import type { Destination } from '../frame/console-link.tsx'
import { searchReader } from '../list/list-search.ts'
import { BATTLES_PATH, CERTIFICATES_PATH, CHAIN_PATH, contestPath, ORDERS_PATH, userPath } from '../paths.ts'

export const readSearch = searchReader({ q: 'text' })

/** Where a result is shown: its own list, or the page of its user. */
export function destinationOf({ kind, id, title, userId }: Api.AdminSearchResult): Destination | undefined {
  if (kind === 'USER') return { to: userPath(id) }
  if (kind === 'ORDER') return { to: ORDERS_PATH, search: { open: id } }
  if (kind === 'CERTIFICATE') return { to: CERTIFICATES_PATH, search: { number: title, open: id } }
  if (kind === 'CHAIN_TRANSACTION') return { to: CHAIN_PATH, search: { hash: title } }
  if (kind === 'CONTEST') return { to: contestPath(id) }
  if (kind === 'BATTLE') return { to: BATTLES_PATH, search: { id, open: id } }
  return userId ? { to: userPath(userId) } : undefined
}
