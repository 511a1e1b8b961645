import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type Asset, userAccount } from './account.ts'

/** One entry of a transfer. */
export interface TransferLine {
  account: string
  asset: Asset
  amount: number
}

/** An entry of a user with all entries of its transfer, for staff. */
export interface UserEntry {
  transferId: string
  asset: Asset
  amount: number
  reason: string
  source: string
  createdAt: Date
  /** The first entries of the transfer, at most `MAX_LINES`. */
  lines: TransferLine[]
  /** The number of all entries of the transfer. */
  lineCount: number
}

interface EntryFilter {
  asset?: Asset | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** The settlement of a contest may have thousands of entries. */
export const MAX_LINES = 100
const COUNT_LIMIT = 10_000

export type EntryRow = Omit<UserEntry, 'amount' | 'lines'> & {
  amount: bigint
  lines: (Omit<TransferLine, 'amount'> & { amount: string })[]
}

/** The entries of a user, newest first. */
export async function listUserEntries(
  db: Db,
  userId: UserId,
  { asset, from, to, limit, offset }: EntryFilter & { limit: number; offset: number },
): Promise<UserEntry[]> {
  const rows = await db<EntryRow>`
    select entry.transfer_id as "transferId", entry.asset, entry.amount, transfer.reason, transfer.source,
      entry.created_at as "createdAt", shown.lines,
      -- The lines of a transfer are numbered from 1.
      (select line::integer from ledger_entry where transfer_id = entry.transfer_id
        order by line desc limit 1) as "lineCount"
    from (
      select transfer_id, line, asset, amount, created_at from ledger_entry
      where account = ${userAccount(userId)}
        and (${asset ?? null}::text is null or asset = ${asset ?? null}::text)
        and (${from ?? null}::timestamptz is null or created_at >= ${from ?? null}::timestamptz)
        and (${to ?? null}::timestamptz is null or created_at < ${to ?? null}::timestamptz)
      order by transfer_id desc, line
      limit ${limit} offset ${offset}
    ) as entry
    join ledger_transfer as transfer on transfer.id = entry.transfer_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('account', account, 'asset', asset, 'amount', amount::text) order by line) as lines
      from (
        select line, account, asset, amount from ledger_entry where transfer_id = entry.transfer_id
        order by line limit ${MAX_LINES}
      ) as line_of_transfer
    ) as shown
    order by entry.transfer_id desc, entry.line`
  return rows.map(({ amount, lines, ...row }) => ({
    ...row,
    amount: Number(amount),
    lines: lines.map((line) => ({ ...line, amount: Number(line.amount) })),
  }))
}

/** Counts at most 10,000 entries. */
export async function countUserEntries(
  db: Db,
  userId: UserId,
  { asset, from, to }: EntryFilter,
): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from (
      select from ledger_entry
      where account = ${userAccount(userId)}
        and (${asset ?? null}::text is null or asset = ${asset ?? null}::text)
        and (${from ?? null}::timestamptz is null or created_at >= ${from ?? null}::timestamptz)
        and (${to ?? null}::timestamptz is null or created_at < ${to ?? null}::timestamptz)
      limit ${COUNT_LIMIT}
    ) found`
  return row!.total
}
