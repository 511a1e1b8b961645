import { addMs, HOUR_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { LAST_ID } from '../../../platform/http/cursor.ts'
import { smallestIdAt } from '../../../platform/ids.ts'
import { type EntryRow, MAX_LINES, type UserEntry } from './list-user-entries.ts'

/** A transfer with all its entries, for staff. */
type ListedTransfer = Omit<UserEntry, 'asset' | 'amount'>

export interface TransferFilter {
  /** The whole name of an account, such as `house:grants`. */
  account?: string | undefined
  /** The whole source. */
  reference?: string | undefined
  reason?: string | undefined
  /** Only transfers to or from an escrow. Not together with an account. */
  isEscrow?: boolean | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** A filter looks at as many of the newest transfers of its time, so that it stays cheap. */
export const SEARCHED_TRANSFERS = 20_000
const COUNT_LIMIT = 10_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Row = Omit<EntryRow, 'asset' | 'amount'>

/** Newest first. Counts at most 10,000. */
export async function listTransfers(
  db: Db,
  filter: TransferFilter,
  { page, limit }: { page: number; limit: number },
): Promise<{ transfers: ListedTransfer[]; total: number }> {
  const { ids, total } = await findTransfers(db, filter, { limit, offset: (page - 1) * limit })
  const rows = await db<Row>`
    select transfer.id as "transferId", transfer.reason, transfer.source, transfer.created_at as "createdAt", shown.lines,
      -- The lines of a transfer are numbered from 1.
      (select line::integer from ledger_entry where transfer_id = transfer.id order by line desc limit 1) as "lineCount"
    from ledger_transfer as transfer
    cross join lateral (
      select jsonb_agg(jsonb_build_object('account', account, 'asset', asset, 'amount', amount::text) order by line) as lines
      from (
        select line, account, asset, amount from ledger_entry where transfer_id = transfer.id
        order by line limit ${MAX_LINES}
      ) as line_of_transfer
    ) as shown
    where transfer.id = any(${ids}::uuid[]) order by transfer.id desc`
  const transfers = rows.map(({ lines, ...row }) => ({
    ...row,
    lines: lines.map((line) => ({ ...line, amount: Number(line.amount) })),
  }))
  return { transfers, total }
}

interface Found {
  ids: string[]
  total: number
}

async function findTransfers(
  db: Db,
  { account, reference, reason = null, isEscrow, from = null, to = null }: Nullable<TransferFilter>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Found> {
  if (reference) {
    const rows = await db<{ id: string }>`
      select id from ledger_transfer where source = ${reference}
        and (${reason}::text is null or reason = ${reason}::text)
        and (${account ?? null}::text is null or exists (
          select from ledger_entry where transfer_id = ledger_transfer.id and account = ${account ?? null}::text))
        and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
        and (${to}::timestamptz is null or created_at < ${to}::timestamptz)`
    return { ids: offset > 0 ? [] : rows.map(({ id }) => id), total: rows.length }
  }
  const most = Math.max(COUNT_LIMIT, offset + limit)
  // Ids contain their time, so that the indexes find an old time at once. The hour is for clocks that differ, and for what was
  // posted late.
  const first = from ? smallestIdAt(addMs(from, -HOUR_MS)) : FIRST_ID
  const last = to ? smallestIdAt(addMs(to, HOUR_MS)) : LAST_ID
  const [found] = account
    ? await db<Found>`
        with newest as (
          select distinct transfer_id as id from (
            select transfer_id from ledger_entry
            where account = ${account} and transfer_id >= ${first}::uuid and transfer_id < ${last}::uuid
              and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
              and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
            order by transfer_id desc limit ${SEARCHED_TRANSFERS}
          ) as entry
        ), found as materialized (
          select id from newest
          -- One lookup by key for each transfer: the planner might scan all transfers instead.
          where ${reason}::text is null
            or (select transfer.reason from ledger_transfer as transfer where transfer.id = newest.id) = ${reason}::text
          order by id desc limit ${most}
        )
        select array(select id from found order by id desc limit ${limit} offset ${offset}) as ids,
          least(count(*), ${COUNT_LIMIT})::integer as total
        from found`
    : await db<Found>`
        with newest as (
          select id, reason from ledger_transfer
          where id >= ${first}::uuid and id < ${last}::uuid
            and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
            and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
          order by id desc limit ${SEARCHED_TRANSFERS}
        ), found as materialized (
          select id from newest
          where (${reason}::text is null or reason = ${reason}::text)
            -- One lookup by key for each transfer here, too.
            and (not ${isEscrow ?? false}::boolean or (
              select bool_or(account !~ '^(user|house):') from ledger_entry where transfer_id = newest.id))
          order by id desc limit ${most}
        )
        select array(select id from found order by id desc limit ${limit} offset ${offset}) as ids,
          least(count(*), ${COUNT_LIMIT})::integer as total
        from found`
  return found!
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null }
