import type { Tx } from '../../../platform/transaction/tx.ts'
import { updateSuspendedAt } from '../../accounts/public/account.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { type AdminAction, lockAccountForAdmin } from '../lock-account-for-admin.ts'

/** The value of `suspendedAt` before and after; equal if there was nothing to change. */
interface Suspension {
  before: Date | null
  after: Date | null
}

/** Revokes every session of the user. No sign-in method creates a new one while the user is suspended. */
export async function suspendUser(tx: Tx, action: AdminAction): Promise<Suspension> {
  const { suspendedAt } = await lockAccountForAdmin(tx, action, 'MODERATOR')
  if (suspendedAt) return { before: suspendedAt, after: suspendedAt }
  await updateSuspendedAt(tx, action.userId, action.now)
  await revokeAllSessions(tx, action.userId, 'suspended', action.now)
  return { before: null, after: action.now }
}

/** Lets the user sign in again. Revoked sessions stay revoked. */
export async function unsuspendUser(tx: Tx, action: AdminAction): Promise<Suspension> {
  const { suspendedAt } = await lockAccountForAdmin(tx, action, 'MODERATOR')
  if (suspendedAt) await updateSuspendedAt(tx, action.userId, null)
  return { before: suspendedAt, after: null }
}
