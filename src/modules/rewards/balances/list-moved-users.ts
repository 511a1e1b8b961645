import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Asset } from '../ledger/account.ts'
import { getBooksMoment, listAccountsMoved } from './queries.ts'

/** A place in the books: before it, everything is written and seen. It means something in its own cluster only. */
export interface BooksMoment {
  cluster: bigint
  transactionNumber: bigint
}

/**
 * Takes note of where the books are, before reading what has moved: whoever begins there the next time misses nothing,
 * because all transactions with lower numbers have ended. What commits later has a higher one, however early it began.
 */
export function readBooksMoment(db: Db): Promise<BooksMoment> {
  return getBooksMoment(db)
}

/** Users whose balances have moved since then, each once for an asset; also those whose change was seen before. */
export async function listMovedUsers(
  db: Db,
  { since, assets }: { since: BooksMoment; assets: readonly Asset[] },
): Promise<{ userId: UserId; asset: Asset }[]> {
  const rows = await listAccountsMoved(db, since.transactionNumber, assets)
  return rows.map(({ account, asset }) => ({ userId: account.slice('user:'.length) as UserId, asset }))
}
