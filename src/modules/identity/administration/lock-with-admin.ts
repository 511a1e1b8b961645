import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { lockStandings, type Standing } from './queries.ts'

/** What an administrator does to the account of somebody. */
export interface OverAccount {
  userId: UserId
  adminId: UserId
  now: Date
}

/**
 * Holds the account, and that of the administrator, who must be one still: of two who dismiss each other at once, one
 * stays. Nobody does it to themselves, so there is always somebody left who can.
 */
export async function lockWithAdmin(tx: Tx, { userId, adminId }: OverAccount): Promise<Standing> {
  const standings = await lockStandings(tx, [userId, adminId])
  const standing = standings.get(userId)
  if (!standing) throw refusals.not_found()
  if (userId === adminId) throw errors.own_account()
  const admin = standings.get(adminId)
  if (admin?.role !== 'ADMIN' || admin.suspendedAt) throw refusals.forbidden()
  return standing
}
