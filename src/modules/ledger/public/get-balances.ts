import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listBalances } from '../queries.ts'
import { ASSETS, type Asset, userAccount } from './account.ts'

/** The user's balance of every asset. */
export async function getBalances(db: Db, userId: UserId): Promise<Record<Asset, number>> {
  const balances = await listBalances(db, userAccount(userId))
  const balanceOf = (asset: Asset) => Number(balances.find((row) => row.asset === asset)?.balance ?? 0n)
  return Object.fromEntries(ASSETS.map((asset) => [asset, balanceOf(asset)])) as Record<Asset, number>
}
