import type { Db } from '../../../platform/db/database.ts'
import { listBalancesByAccount } from '../balance-queries.ts'
import type { AccountName, Asset } from './account.ts'

/** What accounts of any kind hold of an asset; those that never held any are missing. */
export function listAccountBalances(
  db: Db,
  asset: Asset,
  accounts: AccountName[],
): Promise<{ account: string; balance: bigint }[]> {
  return listBalancesByAccount(db, asset, accounts)
}
