import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listBalances } from '../queries.ts'
import { userAccount } from './account.ts'

/** The user's XP and gem balances. */
export async function getTotals(db: Db, userId: UserId): Promise<{ totalXP: number; totalGems: number }> {
  const balances = await listBalances(db, userAccount(userId))
  const total = (asset: string) => Number(balances.find((row) => row.asset === asset)?.balance ?? 0n)
  return { totalXP: total('XP'), totalGems: total('GEM') }
}
