import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../accounts/errors.ts'
import { type AccountState, lockAccountStates } from '../accounts/public/user-records.ts'

/** What an administrator does to the account of somebody. */
export interface AdminAction {
  userId: UserId
  adminId: UserId
  now: Date
}

/**
 * Locks both accounts in id order. Throws unless the caller is still an active administrator, so two administrators
 * cannot remove each other concurrently. Nobody can act on their own account, so one administrator always remains.
 */
export async function lockAccountForAdmin(tx: Tx, { userId, adminId }: AdminAction): Promise<AccountState> {
  const states = await lockAccountStates(tx, [userId, adminId])
  const state = states.get(userId)
  if (!state) throw commonErrors.not_found()
  if (userId === adminId) throw errors.own_account()
  const admin = states.get(adminId)
  if (admin?.role !== 'ADMIN' || admin.suspendedAt) throw commonErrors.forbidden()
  return state
}
