import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'
import { findBalance } from '../queries.ts'
import { userAccount } from './account.ts'

/** Throws `INSUFFICIENT_GEMS` if the user has fewer gems now. Reserves nothing. */
export async function requireGems(db: Db, userId: UserId, gems: bigint): Promise<void> {
  if (gems > 0n && !(await hasGems(db, userId, gems))) throw errors.insufficient_gems()
}

/** Whether the user has so many gems now. Reserves nothing. */
export async function hasGems(db: Db, userId: UserId, gems: bigint): Promise<boolean> {
  return ((await findBalance(db, { account: userAccount(userId), asset: 'GEM' })) ?? 0n) >= gems
}
