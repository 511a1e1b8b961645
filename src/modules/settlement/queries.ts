import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LedgerCursor } from '../ledger/public/list-changed-users.ts'
import type { BatchId, PlannedBatch, Position, SettledAsset } from './batch.ts'

export async function listPositions(db: Db, asset: SettledAsset, userIds: UserId[]): Promise<Position[]> {
  return db<Position>`
    select user_id as "userId", settled, open_batch_id is not null as "isOpen", failures, retry_at as "retryAt"
    from settlement_position where asset = ${asset} and user_id = any(${userIds}::uuid[])`
}

/** Takes the exclusive settlement lock until commit, so that one process at a time creates batches. */
export async function lockSettlement(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('settlement', 0))`
}

/** Takes the shared settlement lock until commit: no batch is created, but other shared holders do not wait. */
export async function shareLockSettlement(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended('settlement', 0))`
}

/** Undefined before the first run. */
export async function findCursor(tx: Tx): Promise<LedgerCursor | undefined> {
  const [row] = await tx<LedgerCursor>`
    select cluster, transaction_number as "transactionNumber" from settlement_cursor`
  return row
}

export async function replaceCursor(tx: Tx, { cluster, transactionNumber }: LedgerCursor): Promise<void> {
  await tx`
    insert into settlement_cursor (cluster, transaction_number) values (${cluster}, ${transactionNumber})
    on conflict (is_singleton) do update
      set cluster = excluded.cluster, transaction_number = excluded.transaction_number`
}

export async function insertDue(tx: Tx, users: { userId: UserId; asset: SettledAsset }[]): Promise<void> {
  if (users.length === 0) return
  await tx`
    insert into settlement_due (asset, user_id)
    select asset, "userId" from jsonb_to_recordset(${users}::jsonb) as row ("userId" uuid, asset text)
    on conflict do nothing`
}

/** Makes the users of a batch due again. */
export async function insertDueOfBatch(tx: Tx, id: BatchId): Promise<void> {
  await tx`
    insert into settlement_due (asset, user_id)
    select asset, user_id from settlement_line join settlement_batch as batch on batch.id = batch_id
    where batch_id = ${id}
    on conflict do nothing`
}

export async function deleteDue(tx: Tx, asset: SettledAsset, userIds: UserId[]): Promise<void> {
  if (userIds.length === 0) return
  await tx`delete from settlement_due where asset = ${asset} and user_id = any(${userIds}::uuid[])`
}

interface DuePage {
  asset: SettledAsset
  after: UserId | undefined
  limit: number
  now: Date
}

/** Due users without an open batch or a retry delay. */
export async function listDue(db: Db, { asset, after, limit, now }: DuePage): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }>`
    select due.user_id as "userId" from settlement_due as due
    left join settlement_position as position on position.user_id = due.user_id and position.asset = due.asset
    where due.asset = ${asset} and (${after ?? null}::uuid is null or due.user_id > ${after ?? null}::uuid)
      and position.open_batch_id is null and (position.retry_at is null or position.retry_at <= ${now})
    order by due.user_id limit ${limit}`
  return rows.map(({ userId }) => userId)
}

export async function addSettled(
  tx: Tx,
  minted: { userId: UserId; asset: SettledAsset; amount: bigint }[],
): Promise<void> {
  const rows = minted.map(({ amount, ...one }) => ({ ...one, amount: String(amount) }))
  await tx`
    insert into settlement_position as position (user_id, asset, settled)
    select "userId", asset, sum(amount) from jsonb_to_recordset(${rows}::jsonb)
      as row ("userId" uuid, asset text, amount bigint)
    group by "userId", asset order by "userId", asset
    on conflict (user_id, asset) do update set settled = position.settled + excluded.settled`
}

export interface NewBatch extends PlannedBatch {
  id: BatchId
}

/** Inserts batches and lines and updates the positions. A user is in at most one of the batches. */
export async function insertBatches(
  tx: Tx,
  asset: SettledAsset,
  batches: NewBatch[],
  now: Date,
): Promise<void> {
  const heads = batches.map(({ id, direction }) => ({ id, direction }))
  const rows = batches.flatMap(({ id, lines }) =>
    lines.map((line) => ({
      batch_id: id,
      user_id: line.userId,
      amount: String(line.amount),
      balance: String(line.balance),
      last_transfer_id: line.lastTransferId,
    })),
  )
  await tx`
    insert into settlement_batch (id, asset, direction, created_at)
    select id, ${asset}, direction, ${now} from jsonb_to_recordset(${heads}::jsonb) as row (id uuid, direction text)`
  await tx`
    with line as (
      insert into settlement_line (batch_id, user_id, amount, balance, last_transfer_id)
      select batch_id, user_id, amount, balance, last_transfer_id from jsonb_to_recordset(${rows}::jsonb)
        as row (batch_id uuid, user_id uuid, amount bigint, balance bigint, last_transfer_id uuid)
      returning user_id, balance, batch_id
    )
    insert into settlement_position (user_id, asset, settled, open_batch_id)
    select user_id, ${asset}, balance, batch_id from line
    on conflict (user_id, asset) do update set settled = excluded.settled, open_batch_id = excluded.open_batch_id`
}

/** Returns the previous status, or undefined if the batch was already confirmed. */
export async function updateBatchConfirmed(
  tx: Tx,
  id: BatchId,
  { transactionHash, blockNumber, now }: { transactionHash: string; blockNumber: number; now: Date },
): Promise<'OPEN' | 'FAILED' | undefined> {
  const [row] = await tx<{ before: 'OPEN' | 'FAILED' }>`
    with found as (select status from settlement_batch where id = ${id} for update)
    update settlement_batch set status = 'CONFIRMED', transaction_hash = ${transactionHash},
      block_number = ${blockNumber}, failure = null, ended_at = ${now}
    from found where id = ${id} and found.status in ('OPEN', 'FAILED') returning found.status as before`
  return row?.before
}

/** Adds the lines of a batch to positions that were reverted. */
export async function updatePositionsReapplied(tx: Tx, id: BatchId): Promise<void> {
  await tx`
    update settlement_position as position set
      settled = greatest(0, position.settled + case batch.direction when 'MINT' then line.amount else -line.amount end)
    from settlement_line as line join settlement_batch as batch on batch.id = line.batch_id
    where line.batch_id = ${id} and line.user_id = position.user_id and batch.asset = position.asset`
}

export async function updatePositionsSettled(tx: Tx, id: BatchId): Promise<void> {
  await tx`
    update settlement_position set open_batch_id = null, failures = 0, retry_at = null
    where open_batch_id = ${id}`
}

export async function updateBatchFailed(
  tx: Tx,
  id: BatchId,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const rows = await tx`
    update settlement_batch set status = 'FAILED', failure = ${reason.slice(0, 500)}, ended_at = ${now}
    where id = ${id} and status = 'OPEN' returning id`
  return rows.length === 1
}

/** Restores the positions from before the batch. */
export async function updatePositionsReverted(tx: Tx, id: BatchId) {
  return tx<{ userId: UserId; failures: number }>`
    update settlement_position as position set open_batch_id = null, failures = failures + 1,
      settled = position.settled - case batch.direction when 'MINT' then line.amount else -line.amount end
    from settlement_line as line join settlement_batch as batch on batch.id = line.batch_id
    where position.open_batch_id = ${id} and line.batch_id = ${id} and line.user_id = position.user_id
    returning position.user_id as "userId", failures`
}

export async function updateRetryAt(
  tx: Tx,
  asset: SettledAsset,
  retries: { userId: UserId; retryAt: Date }[],
): Promise<void> {
  const rows = retries.map(({ userId, retryAt }) => ({ userId, retryAt: retryAt.toISOString() }))
  await tx`
    update settlement_position as position set retry_at = row."retryAt"
    from jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, "retryAt" timestamptz)
    where position.user_id = row."userId" and position.asset = ${asset}`
}

export async function findBatchAsset(db: Db, id: BatchId): Promise<SettledAsset | undefined> {
  const [row] = await db<{ asset: SettledAsset }>`select asset from settlement_batch where id = ${id}`
  return row?.asset
}

export async function listBatchHashes(db: Db, transactionHashes: string[]): Promise<string[]> {
  const rows = await db<{ hash: string }>`
    select transaction_hash as hash from settlement_batch where transaction_hash = any(${transactionHashes}::text[])`
  return rows.map(({ hash }) => hash)
}
