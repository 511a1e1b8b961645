import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'
import { listBalancesOf } from '../queries.ts'
import { userAccount } from './account.ts'

/** Throws `INSUFFICIENT_GEMS` if the user has fewer gems now. Reserves nothing. */
export async function requireGems(db: Db, userId: UserId, gems: bigint): Promise<void> {
  if (gems === 0n) return
  const [row] = await listBalancesOf(db, 'GEM', [userAccount(userId)])
  if ((row?.balance ?? 0n) < gems) throw errors.insufficient_gems()
}
