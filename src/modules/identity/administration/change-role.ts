import type { Role } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/tx.ts'
import { updateRole } from '../accounts/queries.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { lockWithAdmin, type OverAccount } from './lock-with-admin.ts'

/** Gives a user another role. A token carries the role, so those that carry the old one end. */
export async function changeRole(
  tx: Tx,
  { role, ...over }: OverAccount & { role: Role },
): Promise<{ before: Role; after: Role }> {
  const { role: before } = await lockWithAdmin(tx, over)
  if (before !== role) {
    await updateRole(tx, over.userId, role)
    await revokeAllSessions(tx, over.userId, 'role changed', over.now)
  }
  return { before, after: role }
}
