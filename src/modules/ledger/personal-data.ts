import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { userAccount } from './public/account.ts'
import { listEntries } from './queries.ts'

const MAX_EXPORTED_ENTRIES = 100_000

/** Account erasure keeps ledger entries: they are append-only and contain only the user's id. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<{ ledger: unknown[] }> {
  const entries = await listEntries(db, userAccount(userId), {
    asset: null,
    limit: MAX_EXPORTED_ENTRIES,
    offset: 0,
  })
  // JSON has no bigint.
  return { ledger: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })) }
}
