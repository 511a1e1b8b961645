import type { Role } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../../accounts/errors.ts'
import { updateRole } from '../../accounts/public/account.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { type AdminAction, lockAccountForAdmin } from '../lock-account-for-admin.ts'

/**
 * Gives a user another role. A token carries the role, so those that carry the old one end. An address that nobody has
 * proved may have been registered by anybody, who waits to be taken for its owner.
 */
export async function changeRole(
  tx: Tx,
  { role, ...action }: AdminAction & { role: Role },
): Promise<{ before: Role; after: Role }> {
  const { role: before, emailVerifiedAt } = await lockAccountForAdmin(tx, action)
  if (before !== role) {
    if (role !== 'USER' && !emailVerifiedAt) throw errors.email_not_verified()
    await updateRole(tx, action.userId, role)
    await revokeAllSessions(tx, action.userId, 'role changed', action.now)
  }
  return { before, after: role }
}
