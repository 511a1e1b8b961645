import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listBalancesAfter, listBalancesByAccount } from '../balance-queries.ts'
import { type Asset, userAccount } from './account.ts'

export interface UserBalance {
  userId: UserId
  balance: bigint
}

/** What users hold of an asset, in the order of their ids: for walking through all of them, piece by piece. */
export async function listUserBalances(
  db: Db,
  { asset, after, limit }: { asset: Asset; after: UserId | undefined; limit: number },
): Promise<UserBalance[]> {
  const rows = await listBalancesAfter(db, asset, after ? userAccount(after) : 'user:', limit)
  return rows.map(({ account, balance }) => ({ userId: userIdFromAccount(account), balance }))
}

/** What these users hold, and the last transfer that the books knew of them at that moment. */
export async function getUserBalances(
  db: Db,
  { asset, userIds }: { asset: Asset; userIds: UserId[] },
): Promise<(UserBalance & { lastTransferId: string })[]> {
  const rows = await listBalancesByAccount(db, asset, userIds.map(userAccount))
  return rows.map(({ account, balance, lastTransferId }) => ({
    userId: userIdFromAccount(account),
    balance,
    lastTransferId,
  }))
}

function userIdFromAccount(account: string): UserId {
  return account.slice('user:'.length) as UserId
}
