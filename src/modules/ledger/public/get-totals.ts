import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listBalances } from '../queries.ts'
import { userAccount } from './account.ts'

/** What a user has earned and holds: the balances of the ledger, and nothing beside it. */
export async function getTotals(db: Db, userId: UserId): Promise<{ totalXP: number; totalGems: number }> {
  const balances = await listBalances(db, userAccount(userId))
  const total = (asset: string) => Number(balances.find((row) => row.asset === asset)?.balance ?? 0n)
  return { totalXP: total('XP'), totalGems: total('GEM') }
}
