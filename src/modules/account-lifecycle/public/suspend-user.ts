import type { Tx } from '../../../platform/transaction/tx.ts'
import { updateSuspendedAt } from '../../accounts/public/user-records.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { type AdminAction, lockAccountForAdmin } from '../lock-account-for-admin.ts'

/** When somebody was suspended, before and after: the same when nothing was left to do. */
interface Suspension {
  before: Date | null
  after: Date | null
}

/** Shuts a user out: every session ends at once, and no way of signing in opens another. */
export async function suspendUser(tx: Tx, action: AdminAction): Promise<Suspension> {
  const { suspendedAt } = await lockAccountForAdmin(tx, action)
  if (suspendedAt) return { before: suspendedAt, after: suspendedAt }
  await updateSuspendedAt(tx, action.userId, action.now)
  await revokeAllSessions(tx, action.userId, 'suspended', action.now)
  return { before: null, after: action.now }
}

/** Lets a suspended user in again. Sessions that ended stay ended. */
export async function unsuspendUser(tx: Tx, action: AdminAction): Promise<Suspension> {
  const { suspendedAt } = await lockAccountForAdmin(tx, action)
  if (suspendedAt) await updateSuspendedAt(tx, action.userId, null)
  return { before: suspendedAt, after: null }
}
