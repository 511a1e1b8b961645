import type { Db, WritableDb } from '../../platform/db/database.ts'
import { LAST_ID } from '../../platform/http/cursor.ts'
import type { Id } from '../../platform/ids.ts'
import { batchedRead, batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { AccountName, Asset } from './public/account.ts'
import type { Balance, PostingResult, Transfer, TransferEntry } from './public/transfer.ts'

export type TransferId = Id<'Transfer'>

/** Posts nothing if the source was used before. */
export async function insertTransfer(
  tx: Tx,
  transfer: Transfer & { id: TransferId },
): Promise<PostingResult> {
  return postOne(tx, transfer)
}

interface HouseTransfer {
  /** The account of the user. */
  account: AccountName
  transfer: Transfer & { id: TransferId }
}

/** Posts a transfer between house accounts and one account of a user, as `insertTransfer` does. */
export const insertHouseTransfer = batchedWrite(
  async (writableDb, transfers: HouseTransfer[]): Promise<PostingResult[]> => {
    const [only] = transfers
    if (transfers.length === 1) return [await postOne(writableDb, only!.transfer)]
    const rows = transfers.map(({ transfer }) => toRow(transfer))
    const [row] = await writableDb<{ posted: TransferId[]; balances: BalanceText[] }>`
      select posted, balances from ledger_post_all(${rows}::jsonb)`
    const posted = new Set(row!.posted)
    const balances = Map.groupBy(row!.balances.map(parseBalance), ({ account }) => account)
    return transfers.map(({ account, transfer }) => ({
      posted: posted.has(transfer.id),
      balances: balances.get(account) ?? [],
    }))
  },
  { keyOf: ({ account }) => account },
)

type BalanceText = Omit<Balance, 'balance'> & { balance: string }

function parseBalance({ balance, ...stored }: BalanceText): Balance {
  return { ...stored, balance: BigInt(balance) }
}

async function postOne(
  writableDb: WritableDb,
  { id, source, reason, entries, now }: Transfer & { id: TransferId },
): Promise<PostingResult> {
  const [row] = await writableDb<{ posted: boolean; balances: BalanceText[] }>`
    select posted, balances from ledger_post(${id}, ${source}, ${reason}, ${now}, ${toJson(entries)}::jsonb)`
  return { posted: row!.posted, balances: row!.balances.map(parseBalance) }
}

/** Posts each transfer as `insertTransfer` does. Returns the sources that were not posted before. */
export async function insertTransfers(
  tx: Tx,
  transfers: readonly (Transfer & { id: TransferId })[],
): Promise<string[]> {
  const rows = transfers.map(toRow)
  const posted = await tx<{ source: string }>`
    select transfer.source from jsonb_to_recordset(${rows}::jsonb)
      as transfer (id uuid, source text, reason text, at timestamptz, entries jsonb),
      lateral ledger_post(transfer.id, transfer.source, transfer.reason, transfer.at, transfer.entries) posting
    where posting.posted`
  return posted.map(({ source }) => source)
}

function toRow({ id, source, reason, entries, now }: Transfer & { id: TransferId }) {
  return { id, source, reason, at: now, entries: toJson(entries) }
}

/** JSON has no bigint, so amounts are text. */
function toJson(entries: readonly TransferEntry[]) {
  return entries.map((entry) => ({ ...entry, amount: String(entry.amount) }))
}

/** Locks the balances of these accounts until commit. */
export async function lockBalances(tx: Tx, accounts: AccountName[]): Promise<void> {
  await tx`
    select from ledger_balance where account = any(${accounts}::text[])
    order by account, asset for no key update`
}

/** Undefined if the account never had the asset. */
export const findBalance = batchedRead(
  async (db: Db, wanted: Omit<Balance, 'balance'>[]): Promise<(bigint | undefined)[]> => {
    const accounts = wanted.map(({ account }) => account)
    const assets = wanted.map(({ asset }) => asset)
    const rows = await db<Balance>`
      select account, asset, balance
      from unnest(${accounts}::text[], ${assets}::text[]) as wanted (account, asset) join ledger_balance using (account, asset)`
    return wanted.map(
      ({ account, asset }) => rows.find((row) => row.account === account && row.asset === asset)?.balance,
    )
  },
)

export function listBalances(db: Db, account: AccountName): Promise<{ asset: Asset; balance: bigint }[]> {
  return db<{ asset: Asset; balance: bigint }>`
    select asset, balance from ledger_balance where account = ${account}`
}

/** User accounts sort after all other kinds, so the page cannot end in accounts of another kind. */
export function listBalancesAfter(db: Db, asset: Asset, after: string, limit: number) {
  return db<{ account: string; balance: bigint }>`
    select account, balance from ledger_balance
    where account > ${after} and starts_with(account, 'user:') and asset = ${asset}
    order by account limit ${limit}`
}

/** One statement, so that the balance and the last transfer come from one snapshot. */
export function listBalancesByAccount(db: Db, asset: Asset, accounts: AccountName[]) {
  return db<{ account: string; balance: bigint; lastTransferId: string }>`
    select account, balance, (
      select entry.transfer_id from ledger_entry as entry where entry.account = stored.account
      order by entry.transfer_id desc limit 1
    ) as "lastTransferId"
    from ledger_balance as stored where account = any(${accounts}::text[]) and asset = ${asset}`
}

export function listBalanceSums(db: Db): Promise<{ accountKind: string; asset: Asset; total: string }[]> {
  return db<{ accountKind: string; asset: Asset; total: string }>`
    select split_part(account, ':', 1) as "accountKind", asset, sum(balance)::text as total
    from ledger_balance group by "accountKind", asset order by "accountKind", asset`
}

export async function findTransferId(db: Db, source: string): Promise<TransferId | undefined> {
  const [row] = await db<{ id: TransferId }>`select id from ledger_transfer where source = ${source}`
  return row?.id
}

export interface EntryRow {
  id: TransferId
  /** The place of the entry in its transfer. */
  line: number
  asset: Asset
  amount: bigint
  reason: string
  source: string
  createdAt: Date
}

/** The position before every entry. */
export const FIRST_ENTRY = { transferId: LAST_ID, line: -1 }

/** Newest first, after a position: transfer ids are ordered by time. */
export function listEntries(
  db: Db,
  account: AccountName,
  {
    asset,
    after = FIRST_ENTRY,
    limit,
    offset,
  }: { asset: Asset | null; after?: typeof FIRST_ENTRY; limit: number; offset: number },
): Promise<EntryRow[]> {
  return db<EntryRow>`
    select transfer.id, entry.line, entry.asset, entry.amount, transfer.reason, transfer.source, entry.created_at as "createdAt"
    from (
      select transfer_id, line, asset, amount, created_at from ledger_entry
      where account = ${account} and (${asset}::text is null or asset = ${asset}::text)
        and transfer_id <= ${after.transferId}::uuid
        and (transfer_id < ${after.transferId}::uuid or line > ${after.line}::int)
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
