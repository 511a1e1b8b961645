import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Asset } from './account.ts'

/** A position in the ledger: all transactions below it have ended. It is valid only in its own database cluster. */
export interface LedgerCursor {
  cluster: bigint
  transactionNumber: bigint
}

/**
 * Reads the ledger cursor. Read it before the changes: all transactions below it have ended, so the next read from it
 * misses none.
 */
export async function readLedgerCursor(db: Db): Promise<LedgerCursor> {
  const [row] = await db<LedgerCursor>`
    select system_identifier as cluster, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "transactionNumber"
    from pg_control_system()`
  return row!
}

/**
 * Users whose balances changed since the cursor, once per asset. May repeat changes that an earlier call returned.
 * Skips transaction numbers above the current snapshot: a restored backup may have them from another cluster, and
 * every call would return them.
 */
export function listChangedUsers(
  db: Db,
  { since, assets }: { since: LedgerCursor; assets: readonly Asset[] },
): Promise<{ userId: UserId; asset: Asset }[]> {
  return db<{ userId: UserId; asset: Asset }>`
    select distinct substr(account, length('user:') + 1) as "userId", asset from ledger_entry
    where transaction_number >= ${since.transactionNumber}
      and transaction_number < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      and starts_with(account, 'user:') and asset = any(${assets}::text[])`
}
