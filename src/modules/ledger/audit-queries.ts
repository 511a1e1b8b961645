import type { Db } from '../../platform/db/database.ts'
import type { Asset } from './public/account.ts'

/** The audit lists at most this many errors of a kind. */
export const MAX_FAULTS_LISTED = 1_000

export interface FaultyTransfer {
  id: string
  source: string | null
  entryCount: number
  /** How far the sum of the entries is from zero, by asset. */
  misses: Partial<Record<Asset, string>> | null
}

export function listFaultyTransfers(db: Db): Promise<FaultyTransfer[]> {
  return db<FaultyTransfer>`
    select coalesce(transfer.id, posted.transfer_id) as id, transfer.source,
      coalesce(posted.entry_count, 0)::integer as "entryCount", posted.misses
    from ledger_transfer as transfer
    full join (
      select transfer_id, sum(entry_count) as entry_count,
        jsonb_object_agg(asset, total::text) filter (where total <> 0) as misses
      from (
        select transfer_id, asset, count(*) as entry_count, sum(amount) as total
        from ledger_entry group by transfer_id, asset
      ) as part
      group by transfer_id
    ) as posted on posted.transfer_id = transfer.id
    where transfer.id is null or posted.transfer_id is null or posted.entry_count < 2 or posted.misses is not null
    order by 1 limit ${MAX_FAULTS_LISTED}`
}

export interface FaultyBalance {
  account: string
  asset: Asset
  balance: string | null
  entries: string | null
}

export function listFaultyBalances(db: Db): Promise<FaultyBalance[]> {
  return db<FaultyBalance>`
    select account, asset, stored.balance::text, posted.total::text as entries
    from (
      select account, asset, sum(amount) as total
      from ledger_entry where account !~ '^house:' group by account, asset
    ) as posted
    full join ledger_balance as stored using (account, asset)
    where stored.balance < 0 or (stored.balance is distinct from posted.total
      -- Empty escrows may have no row.
      and not (stored.balance is null and posted.total = 0 and account !~ '^user:'))
    order by account, asset limit ${MAX_FAULTS_LISTED}`
}

export function listRepeatedSources(db: Db): Promise<{ source: string; ids: string[] }[]> {
  return db<{ source: string; ids: string[] }>`
    select source, jsonb_agg(id order by id) as ids from ledger_transfer
    group by source having count(*) > 1
    order by source limit ${MAX_FAULTS_LISTED}`
}

/** The sum of the house's entries and of all balances, which must be zero for each asset. */
export function listAssetTotals(db: Db): Promise<{ asset: Asset; total: string }[]> {
  return db<{ asset: Asset; total: string }>`
    select asset, sum(amount)::text as total
    from (
      select asset, sum(amount) as amount from ledger_entry where account ~ '^house:' group by asset
      union all
      select asset, sum(balance) from ledger_balance group by asset
    ) as part
    group by asset order by asset`
}

export async function countLedger(db: Db): Promise<{ transfers: number; entries: number; accounts: number }> {
  const [row] = await db<{ transfers: number; entries: number; accounts: number }>`
    select (select count(*) from ledger_transfer)::float8 as transfers, sum(entries)::float8 as entries,
      count(*)::float8 as accounts
    from (select count(*) as entries from ledger_entry group by account) as account`
  return { ...row!, entries: row!.entries ?? 0 }
}
