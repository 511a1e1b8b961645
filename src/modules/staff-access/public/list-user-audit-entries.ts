import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type AuditEntry, listEntries } from '../queries.ts'

/**
 * The newest actions that concern a user, without the IP addresses of the actors: only administrators read those, in the
 * audit log.
 */
export async function listUserAuditEntries(db: Db, userId: UserId, limit: number): Promise<AuditEntry[]> {
  const entries = await listEntries(db, { userId }, limit, 0)
  return entries.map(({ personal, ...entry }) => ({ ...entry, personal: withoutAddress(personal) }))
}

function withoutAddress(personal: AuditEntry['personal']): AuditEntry['personal'] {
  if (!personal) return null
  const { address: _, ...details } = personal
  return Object.keys(details).length === 0 ? null : details
}
