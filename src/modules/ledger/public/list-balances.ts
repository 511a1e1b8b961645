import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listBalanceSums, listBalancesAfter, listBalancesByAccount } from '../queries.ts'
import { type AccountName, type Asset, userAccount } from './account.ts'

export interface UserBalance {
  userId: UserId
  balance: bigint
}

/** A page of users' balances of an asset, in the order of the user ids. */
export async function listUserBalances(
  db: Db,
  { asset, after, limit }: { asset: Asset; after: UserId | undefined; limit: number },
): Promise<UserBalance[]> {
  const rows = await listBalancesAfter(db, asset, after ? userAccount(after) : 'user:', limit)
  return rows.map(({ account, balance }) => ({ userId: toUserId(account), balance }))
}

/** The balances of these users, each with the user's last transfer in the same snapshot. */
export async function getUserBalances(
  db: Db,
  { asset, userIds }: { asset: Asset; userIds: UserId[] },
): Promise<(UserBalance & { lastTransferId: string })[]> {
  const rows = await listBalancesByAccount(db, asset, userIds.map(userAccount))
  return rows.map(({ account, ...row }) => ({ userId: toUserId(account), ...row }))
}

/** The balances of accounts of any kind. Accounts that never had the asset, and empty escrows, are missing. */
export function listAccountBalances(db: Db, asset: Asset, accounts: AccountName[]) {
  return db<{ account: AccountName; balance: bigint }>`
    select account, balance from ledger_balance where account = any(${accounts}::text[]) and asset = ${asset}`
}

/** Sums by kind of account (user, contest, battle, order) and asset, as text. Reads every balance. */
export async function sumBalancesByAccountKind(db: Db): Promise<Record<string, Record<string, string>>> {
  const sums: Record<string, Record<string, string>> = {}
  for (const { accountKind, asset, total } of await listBalanceSums(db)) {
    sums[accountKind] = { ...sums[accountKind], [asset]: total }
  }
  return sums
}

function toUserId(account: string): UserId {
  return account.slice('user:'.length) as UserId
}
