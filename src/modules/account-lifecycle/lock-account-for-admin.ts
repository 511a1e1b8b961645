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

const LEARNERS_ONLY = 'A moderator can suspend and unsuspend learners only. Ask an administrator.'

/** Who may act: administrators on any other account; with `MODERATOR` also moderators, on the accounts of learners. */
type LeastRole = 'MODERATOR' | 'ADMIN'

/**
 * Locks both accounts in id order. Throws unless the caller still has the role and is active, so two administrators cannot
 * remove each other concurrently. Administrators cannot act on their own account, so these actions leave one.
 */
export async function lockAccountForAdmin(
  tx: Tx,
  { userId, adminId }: AdminAction,
  leastRole: LeastRole = 'ADMIN',
): Promise<Account> {
  const accounts = await lockAccounts(tx, [userId, adminId])
  const account = accounts.get(userId)
  if (!account) throw commonErrors.not_found()
  if (userId === adminId) throw errors.own_account()
  const admin = accounts.get(adminId)
  if (!admin || admin.suspendedAt) throw commonErrors.forbidden()
  if (admin.role === 'ADMIN') return account
  if (admin.role !== 'MODERATOR' || leastRole !== 'MODERATOR') throw commonErrors.forbidden()
  if (account.role !== 'USER') throw commonErrors.forbidden({ message: LEARNERS_ONLY })
  return account
}
