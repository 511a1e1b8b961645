import type { Db } from '../../platform/db/database.ts'
import type { Id } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { AccountName, Asset } from './public/account.ts'
import type { Balance, PostingResult, Transfer } from './public/transfer.ts'

export type TransferId = Id<'Transfer'>

/** Moves nothing when the source was used before. */
export async function insertTransfer(
  tx: Tx,
  transfer: Transfer & { id: TransferId },
): Promise<PostingResult> {
  const { id, source, reason, now } = transfer
  // JSON knows no bigint, and a text loses nothing on the way.
  const entries = transfer.entries.map((entry) => ({ ...entry, amount: String(entry.amount) }))
  const [row] = await tx<{ posted: boolean; balances: (Omit<Balance, 'balance'> & { balance: string })[] }>`
    select posted, balances from ledger_post(${id}, ${source}, ${reason}, ${now}, ${entries}::jsonb)`
  return {
    posted: row!.posted,
    balances: row!.balances.map((balance) => ({ ...balance, balance: BigInt(balance.balance) })),
  }
}

/** Many at once, each as `insertTransfer` does it. Gives the sources of those that were not posted before. */
export async function insertTransfers(
  tx: Tx,
  transfers: readonly (Transfer & { id: TransferId })[],
): Promise<string[]> {
  const rows = transfers.map(({ id, source, reason, entries, now }) => ({
    id,
    source,
    reason,
    at: now,
    legs: entries.map((entry) => ({ ...entry, amount: String(entry.amount) })),
  }))
  const posted = await tx<{ source: string }>`
    select given.source from jsonb_to_recordset(${rows}::jsonb)
      as given (id uuid, source text, reason text, at timestamptz, legs jsonb),
      lateral ledger_post(given.id, given.source, given.reason, given.at, given.legs) posting
    where posting.posted`
  return posted.map(({ source }) => source)
}

/** Blocks until nobody else changes what these accounts hold. */
export async function lockBalances(tx: Tx, accounts: AccountName[]): Promise<void> {
  await tx`
    select from ledger_balance where account = any(${accounts}::text[])
    order by account, asset for no key update`
}

export function listBalances(db: Db, account: AccountName): Promise<{ asset: Asset; balance: bigint }[]> {
  return db<{ asset: Asset; balance: bigint }>`
    select asset, balance from ledger_balance where account = ${account}`
}

export async function findTransferId(db: Db, source: string): Promise<TransferId | undefined> {
  const [row] = await db<{ id: TransferId }>`select id from ledger_transfer where source = ${source}`
  return row?.id
}

export interface EntryRow {
  id: TransferId
  asset: Asset
  amount: bigint
  reason: string
  source: string
  createdAt: Date
}

/** Newest first: the ids of transfers are in the order of their making. */
export function listEntries(
  db: Db,
  account: AccountName,
  { asset, limit, offset }: { asset: Asset | null; limit: number; offset: number },
): Promise<EntryRow[]> {
  return db<EntryRow>`
    select transfer.id, entry.asset, entry.amount, transfer.reason, transfer.source, entry.created_at as "createdAt"
    from (
      select transfer_id, line, asset, amount, created_at from ledger_entry
      where account = ${account} and (${asset}::text is null or asset = ${asset}::text)
      order by transfer_id desc, line
      limit ${limit} offset ${offset}
    ) as entry
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    order by entry.transfer_id desc, entry.line`
}

export async function countEntries(db: Db, account: AccountName, asset: Asset | null): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from ledger_entry
    where account = ${account} and (${asset}::text is null or asset = ${asset}::text)`
  return row!.total
}
