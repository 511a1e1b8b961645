import type { Db } from '../../platform/db/database.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import type { AccountName, Asset } from './account.ts'
import { type CalendarDay, type Day, type Moment, NO_STREAK, type StreakState } from './streak.ts'
import type { Balance, Posting, Transfer } from './transfer.ts'

export type TransferId = Id<'Transfer'>

/** Moves nothing when the source was used before. */
export async function insertTransfer(tx: Tx, transfer: Transfer & { id: TransferId }): Promise<Posting> {
  const { id, source, reason, now } = transfer
  // JSON knows no bigint, and a text loses nothing on the way.
  const legs = transfer.legs.map((leg) => ({ ...leg, amount: String(leg.amount) }))
  const [row] = await tx<{ posted: boolean; balances: (Omit<Balance, 'balance'> & { balance: string })[] }>`
    select posted, balances from ledger_post(${id}, ${source}, ${reason}, ${now}, ${legs}::jsonb)`
  return {
    posted: row!.posted,
    balances: row!.balances.map((held) => ({ ...held, balance: BigInt(held.balance) })),
  }
}

/** Many at once, each as `insertTransfer` does it. */
export async function insertTransfers(
  tx: Tx,
  transfers: readonly (Transfer & { id: TransferId })[],
): Promise<void> {
  const rows = transfers.map(({ id, source, reason, legs, now }) => ({
    id,
    source,
    reason,
    at: now,
    legs: legs.map((leg) => ({ ...leg, amount: String(leg.amount) })),
  }))
  await tx`
    select posted from jsonb_to_recordset(${rows}::jsonb)
      as given (id uuid, source text, reason text, at timestamptz, legs jsonb),
      lateral ledger_post(given.id, given.source, given.reason, given.at, given.legs)`
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

/** Accounts of users hold the last place in the order of all, so none of another kind comes after them. */
export async function listBalancesAfter(
  db: Db,
  asset: Asset,
  after: string,
  limit: number,
): Promise<{ account: string; balance: bigint }[]> {
  return db<{ account: string; balance: bigint }>`
    select account, balance from ledger_balance
    where account > ${after} and starts_with(account, 'user:') and asset = ${asset}
    order by account limit ${limit}`
}

/** Up to which transaction everything has ended, and in which cluster that is so. */
export async function getBooksMoment(db: Db): Promise<{ cluster: bigint; transactionNumber: bigint }> {
  const [row] = await db<{ cluster: bigint; transactionNumber: bigint }>`
    select system_identifier as cluster, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "transactionNumber"
    from pg_control_system()`
  return row!
}

/**
 * Who moved in transactions from this number on. Numbers that nobody can have yet come from another cluster, by a backup;
 * they would be read every time.
 */
export async function listAccountsMoved(
  db: Db,
  since: bigint,
  assets: readonly Asset[],
): Promise<{ account: string; asset: Asset }[]> {
  return db<{ account: string; asset: Asset }>`
    select distinct account, asset from ledger_entry
    where transaction_number >= ${since}
      and transaction_number < pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      and starts_with(account, 'user:') and asset = any(${assets}::text[])`
}

/** One statement, so that balance and transfer are of one moment. */
export async function listBalancesOf(
  db: Db,
  asset: Asset,
  accounts: AccountName[],
): Promise<{ account: string; balance: bigint; lastTransferId: string }[]> {
  return db<{ account: string; balance: bigint; lastTransferId: string }>`
    select account, balance, (
      select entry.transfer_id from ledger_entry as entry where entry.account = held.account
      order by entry.transfer_id desc limit 1
    ) as "lastTransferId"
    from ledger_balance as held where account = any(${accounts}::text[]) and asset = ${asset}`
}

/** Accounts of a kind that hold something. */
export function listHolders(
  db: Db,
  kind: 'contest' | 'battle' | 'order',
): Promise<{ account: AccountName; asset: Asset; balance: bigint }[]> {
  return db<{ account: AccountName; asset: Asset; balance: bigint }>`
    select account, asset, balance from ledger_balance
    where account ^@ ${`${kind}:`} and balance > 0 order by account, asset`
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

export async function findStreak(db: Db, userId: UserId): Promise<StreakState | undefined> {
  const [row] = await db<StreakState>`
    select current_days as "currentDays", longest_days as "longestDays", started_on::text as "startedOn",
      last_day::text as "lastDay", last_at as "lastAt", last_zone as "lastZone", freezes
    from streak where user_id = ${userId}`
  return row
}

export async function deleteStreak(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from streak_day where user_id = ${userId}`
  await tx`delete from streak where user_id = ${userId}`
}

/** Blocks until nobody else changes this streak; there is one from now on. */
export async function lockStreak(tx: Tx, userId: UserId): Promise<StreakState> {
  const [row] = await tx<StreakState>`
    insert into streak (user_id) values (${userId})
    on conflict (user_id) do update set freezes = streak.freezes
    returning current_days as "currentDays", longest_days as "longestDays", started_on::text as "startedOn",
      last_day::text as "lastDay", last_at as "lastAt", last_zone as "lastZone", freezes`
  return row!
}

/**
 * Blocks until nobody else changes this streak, and notes an activity unless a later one is noted. Gives the streak
 * as it was before: most activities are not the first of their day, and this is all that they write.
 */
export async function lockStreakNoting(tx: Tx, userId: UserId, { at, zone }: Moment): Promise<StreakState> {
  const [row] = await tx<StreakState & { isNew: boolean }>`
    insert into streak (user_id, last_at, last_zone) values (${userId}, ${at}, ${zone})
    on conflict (user_id) do update set
      last_at = greatest(streak.last_at, excluded.last_at),
      last_zone = case when excluded.last_at <= streak.last_at then streak.last_zone else excluded.last_zone end
    returning old.user_id is null as "isNew", old.current_days as "currentDays", old.longest_days as "longestDays",
      old.started_on::text as "startedOn", old.last_day::text as "lastDay", old.last_at as "lastAt",
      old.last_zone as "lastZone", old.freezes`
  const { isNew, ...state } = row!
  return isNew ? NO_STREAK : state
}

/** The streak and the days that came with it, in one statement. */
export async function updateStreak(
  tx: Tx,
  userId: UserId,
  state: StreakState,
  days: { done: Day | null; frozen: Day[] },
): Promise<void> {
  const rows = days.frozen.map((day) => ({ day, kind: 'FROZEN' }))
  if (days.done) rows.push({ day: days.done, kind: 'DONE' })
  await tx`
    with marked as (
      insert into streak_day (user_id, day, kind)
      select ${userId}, day, kind from jsonb_to_recordset(${rows}::jsonb) as row (day date, kind text)
    )
    update streak set current_days = ${state.currentDays}, longest_days = ${state.longestDays},
      started_on = ${state.startedOn}::date, last_day = ${state.lastDay}::date, last_at = ${state.lastAt},
      last_zone = ${state.lastZone}, freezes = ${state.freezes}
    where user_id = ${userId}`
}

/** Where a walk through the streaks of a zone has come to. */
export interface StreakPlace {
  lastDay: Day
  userId: UserId
}

/** Streaks of a zone by their last day, in the order of the index. */
export function listStreakRows(
  db: Db,
  walk: { zone: string; oldest: Day; before: Day; after: StreakPlace | undefined; limit: number },
): Promise<(StreakState & { userId: UserId })[]> {
  const { lastDay, userId } = walk.after ?? {
    lastDay: '-infinity',
    userId: '00000000-0000-0000-0000-000000000000',
  }
  return db<StreakState & { userId: UserId }>`
    select user_id as "userId", current_days as "currentDays", longest_days as "longestDays",
      started_on::text as "startedOn", last_day::text as "lastDay", last_at as "lastAt", last_zone as "lastZone", freezes
    from streak
    where last_zone = ${walk.zone} and last_day >= ${walk.oldest}::date and last_day < ${walk.before}::date
      and current_days > 0 and (last_day, user_id) > (${lastDay}::date, ${userId}::uuid)
    order by last_day, user_id limit ${walk.limit}`
}

/** Every zone once, by leaping from one to the next in the index: there are many streaks and few zones. */
export async function listZones(db: Db): Promise<string[]> {
  const rows = await db<{ zone: string }>`
    with recursive found as (
      (select last_zone as zone from streak where current_days > 0 and last_zone is not null order by last_zone limit 1)
      union all
      select (select last_zone from streak where current_days > 0 and last_zone > found.zone order by last_zone limit 1)
      from found where found.zone is not null
    )
    select zone from found where zone is not null`
  return rows.map(({ zone }) => zone)
}

export function listStreakDays(db: Db, userId: UserId, since: Date): Promise<CalendarDay[]> {
  return db<CalendarDay>`
    select day::text as date, kind as status from streak_day
    where user_id = ${userId} and day >= ${since}::timestamptz::date
    order by day`
}

/** So many faults of a kind are named; who has more has another problem than the list. */
export const FAULTS_NAMED = 1_000

export interface FaultyTransfer {
  id: string
  source: string | null
  legs: number
  /** By how much the legs miss zero, by asset. */
  misses: Partial<Record<Asset, string>> | null
}

export function listFaultyTransfers(db: Db): Promise<FaultyTransfer[]> {
  return db<FaultyTransfer>`
    select coalesce(transfer.id, posted.transfer_id) as id, transfer.source,
      coalesce(posted.legs, 0)::integer as legs, posted.misses
    from ledger_transfer as transfer
    full join (
      select transfer_id, sum(legs) as legs,
        jsonb_object_agg(asset, total::text) filter (where total <> 0) as misses
      from (
        select transfer_id, asset, count(*) as legs, sum(amount) as total
        from ledger_entry group by transfer_id, asset
      ) as part
      group by transfer_id
    ) as posted on posted.transfer_id = transfer.id
    where transfer.id is null or posted.transfer_id is null or posted.legs < 2 or posted.misses is not null
    order by 1 limit ${FAULTS_NAMED}`
}

export interface FaultyBalance {
  account: string
  asset: Asset
  balance: string | null
  entries: string | null
}

export function listFaultyBalances(db: Db): Promise<FaultyBalance[]> {
  return db<FaultyBalance>`
    select account, asset, held.balance::text, posted.total::text as entries
    from (
      select account, asset, sum(amount) as total
      from ledger_entry where account !~ '^house:' group by account, asset
    ) as posted
    full join ledger_balance as held using (account, asset)
    where held.balance is distinct from posted.total or held.balance < 0
    order by account, asset limit ${FAULTS_NAMED}`
}

export function listRepeatedSources(db: Db): Promise<{ source: string; ids: string[] }[]> {
  return db<{ source: string; ids: string[] }>`
    select source, jsonb_agg(id order by id) as ids from ledger_transfer
    group by source having count(*) > 1
    order by source limit ${FAULTS_NAMED}`
}

/** What the house has by its entries and all others by their balances: together nothing, in every asset. */
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

export function listHoldings(db: Db): Promise<{ holder: string; asset: Asset; total: string }[]> {
  return db<{ holder: string; asset: Asset; total: string }>`
    select split_part(account, ':', 1) as holder, asset, sum(balance)::text as total
    from ledger_balance group by holder, asset order by holder, asset`
}

export async function countLedger(db: Db): Promise<{ transfers: number; entries: number; accounts: number }> {
  const [row] = await db<{ transfers: number; entries: number; accounts: number }>`
    select (select count(*) from ledger_transfer)::float8 as transfers, sum(entries)::float8 as entries,
      count(*)::float8 as accounts
    from (select count(*) as entries from ledger_entry group by account) as account`
  return { ...row!, entries: row!.entries ?? 0 }
}

export function listStreakLengths(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; currentDays: number; longestDays: number }[]> {
  return db<{ userId: UserId; currentDays: number; longestDays: number }>`
    select user_id as "userId", current_days as "currentDays", longest_days as "longestDays"
    from streak where user_id = any(${userIds}::uuid[])`
}
