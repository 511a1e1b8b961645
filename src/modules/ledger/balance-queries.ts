import type { Db } from '../../platform/db/database.ts'
import type { AccountName, Asset } from './public/account.ts'

/** Accounts of users hold the last place in the order of all, so none of another kind comes after them. */
export async function listBalancesAfter(
  db: Db,
  asset: Asset,
  after: string,
  limit: number,
): Promise<{ account: string; balance: bigint }[]> {
  return db<{ account: string; balance: bigint }>`
    select account, balance from ledger_balance
    where account > ${after} and starts_with(account, 'user:') and asset = ${asset}
    order by account limit ${limit}`
}

/** Up to which transaction everything has ended, and in which cluster that is so. */
export async function getLedgerCursor(db: Db): Promise<{ cluster: bigint; transactionNumber: bigint }> {
  const [row] = await db<{ cluster: bigint; transactionNumber: bigint }>`
    select system_identifier as cluster, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "transactionNumber"
    from pg_control_system()`
  return row!
}

/**
 * Who moved in transactions from this number on. Numbers that nobody can have yet come from another cluster, by a backup;
 * they would be read every time.
 */
export async function listChangedAccounts(
  db: Db,
  since: bigint,
  assets: readonly Asset[],
): Promise<{ account: string; asset: Asset }[]> {
  return db<{ account: string; asset: Asset }>`
    select distinct account, asset from ledger_entry
    where transaction_number >= ${since}
      and transaction_number < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      and starts_with(account, 'user:') and asset = any(${assets}::text[])`
}

/** One statement, so that balance and transfer are of one moment. */
export async function listBalancesByAccount(
  db: Db,
  asset: Asset,
  accounts: AccountName[],
): Promise<{ account: string; balance: bigint; lastTransferId: string }[]> {
  return db<{ account: string; balance: bigint; lastTransferId: string }>`
    select account, balance, (
      select entry.transfer_id from ledger_entry as entry where entry.account = held.account
      order by entry.transfer_id desc limit 1
    ) as "lastTransferId"
    from ledger_balance as held where account = any(${accounts}::text[]) and asset = ${asset}`
}

export function listBalanceSums(db: Db): Promise<{ holder: string; asset: Asset; total: string }[]> {
  return db<{ holder: string; asset: Asset; total: string }>`
    select split_part(account, ':', 1) as holder, asset, sum(balance)::text as total
    from ledger_balance group by holder, asset order by holder, asset`
}
