import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { getLedgerCursor, listChangedAccounts } from '../balance-queries.ts'
import type { Asset } from './account.ts'

/** A place in the books: before it, everything is written and seen. It means something in its own cluster only. */
export interface LedgerCursor {
  cluster: bigint
  transactionNumber: bigint
}

/**
 * Reads the ledger cursor. Read it before the changes: all transactions below it have ended, so the next read from it
 * misses none.
 */
export function readLedgerCursor(db: Db): Promise<LedgerCursor> {
  return getLedgerCursor(db)
}

/** Users whose balances have moved since then, each once for an asset; also those whose change was seen before. */
export async function listChangedUsers(
  db: Db,
  { since, assets }: { since: LedgerCursor; assets: readonly Asset[] },
): Promise<{ userId: UserId; asset: Asset }[]> {
  const rows = await listChangedAccounts(db, since.transactionNumber, assets)
  return rows.map(({ account, asset }) => ({ userId: account.slice('user:'.length) as UserId, asset }))
}
