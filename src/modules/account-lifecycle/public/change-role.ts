import type { Role } from '../../../platform/http/caller.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { updateRole } from '../../accounts/public/account.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { errors } from '../errors.ts'
import { type AdminAction, lockAccountForAdmin } from '../lock-account-for-admin.ts'

/**
 * Changes the role of a user and revokes the user's sessions, because access tokens contain the role. Throws
 * `EMAIL_NOT_VERIFIED` for a staff role if the e-mail address is unverified: another person may have registered it.
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
