import type { Role } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/tx.ts'
import { updateRole } from '../accounts/queries.ts'
import { errors } from '../errors.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { lockWithAdmin, type OverAccount } from './lock-with-admin.ts'

/**
 * Gives a user another role. A token carries the role, so those that carry the old one end. An address that nobody has
 * proved may have been registered by anybody, who waits to be taken for its owner.
 */
export async function changeRole(
  tx: Tx,
  { role, ...over }: OverAccount & { role: Role },
): Promise<{ before: Role; after: Role }> {
  const { role: before, emailVerifiedAt } = await lockWithAdmin(tx, over)
  if (before !== role) {
    if (role !== 'USER' && !emailVerifiedAt) throw errors.email_not_verified()
    await updateRole(tx, over.userId, role)
    await revokeAllSessions(tx, over.userId, 'role changed', over.now)
  }
  return { before, after: role }
}
