import type { Db } from '../../../platform/db/database.ts'
import type { AccountName, Asset } from '../ledger/account.ts'
import { listBalancesOf } from './queries.ts'

/** What accounts of any kind hold of an asset; those that never held any are missing. */
export function listAccountBalances(
  db: Db,
  asset: Asset,
  accounts: AccountName[],
): Promise<{ account: string; balance: bigint }[]> {
  return listBalancesOf(db, asset, accounts)
}
