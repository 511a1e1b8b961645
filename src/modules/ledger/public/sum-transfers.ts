import type { Db } from '../../../platform/db/database.ts'
import type { Asset } from './account.ts'

export interface LedgerDay {
  day: string
  asset: Asset
  accountKind: string
  reason: string
  /** As text, because they are 64-bit numbers. */
  credited: string
  debited: string
}

/**
 * Sums the entries of the first `limit` transfers after an id by day (UTC), asset, kind of account and reason, and returns the
 * last id. It scans a range of the primary keys, so the cost depends on the new rows only.
 */
export async function sumTransfers(
  db: Db,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<{ days: LedgerDay[]; count: number; lastId: string | undefined }> {
  const [batch] = await db<{ count: number; lastId: string | null }>`
    select count(*)::int as count, max(id::text) as "lastId" from (
      select id from ledger_transfer where id > ${after}::uuid and id < ${before}::uuid order by id limit ${limit}
    ) fresh`
  if (!batch?.lastId) return { days: [], count: 0, lastId: undefined }
  const days = await db<LedgerDay>`
    select entry.created_at::date::text as day, asset, split_part(account, ':', 1) as "accountKind", reason,
      coalesce(sum(amount) filter (where amount > 0), 0)::text as credited,
      coalesce(-sum(amount) filter (where amount < 0), 0)::text as debited
    from ledger_transfer transfer
      -- The offset makes it one lookup by key for each transfer: the planner might scan all entries instead.
      cross join lateral (select * from ledger_entry where transfer_id = transfer.id offset 0) entry
    where transfer.id > ${after}::uuid and transfer.id <= ${batch.lastId}::uuid
    group by 1, 2, 3, 4`
  return { days, count: batch.count, lastId: batch.lastId }
}
