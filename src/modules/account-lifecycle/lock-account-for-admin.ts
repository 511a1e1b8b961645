import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type Account, lockAccounts } from '../accounts/public/account.ts'
import { errors } from './errors.ts'

/** An administrator's change to the account of another user. */
export interface AdminAction {
  userId: UserId
  adminId: UserId
  now: Date
}

/**
 * Locks both accounts in id order. Throws unless the caller is still an active administrator, so two administrators
 * cannot remove each other concurrently. Administrators cannot act on their own account, so one always remains.
 */
export async function lockAccountForAdmin(tx: Tx, { userId, adminId }: AdminAction): Promise<Account> {
  const accounts = await lockAccounts(tx, [userId, adminId])
  const account = accounts.get(userId)
  if (!account) throw commonErrors.not_found()
  if (userId === adminId) throw errors.own_account()
  const admin = accounts.get(adminId)
  if (admin?.role !== 'ADMIN' || admin.suspendedAt) throw commonErrors.forbidden()
  return account
}
