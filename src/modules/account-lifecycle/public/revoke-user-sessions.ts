import type { Tx } from '../../../platform/transaction/tx.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { type AdminAction, lockAccountForAdmin } from '../lock-account-for-admin.ts'

/** Revokes every session of the user and returns their number. The user can sign in again. */
export async function revokeUserSessions(tx: Tx, action: AdminAction): Promise<number> {
  await lockAccountForAdmin(tx, action)
  return revokeAllSessions(tx, action.userId, 'revoked by an administrator', action.now)
}
