import type { BadgeType } from '../../events/badges.ts'
import type { Db, WritableDb } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BadgeStep } from './badge-definition-cache.ts'
import type { HistoricalStep } from './badge-history.ts'
import type { BadgeDefinition } from './public/badge-definition.ts'

export interface BadgeProgressRow {
  badgeType: BadgeType
  currentProgress: number
  completedAt: Date | null
  tokenId: string | null
  contractAddress: string | null
  mintedAt: Date | null
}

export async function listProgress(db: Db, userId: UserId): Promise<BadgeProgressRow[]> {
  return db<BadgeProgressRow>`
    select badge_type as "badgeType", current_progress as "currentProgress", completed_at as "completedAt",
      token_id as "tokenId", contract_address as "contractAddress", minted_at as "mintedAt"
    from badge_progress where user_id = ${userId}`
}

export interface ProgressUpdate {
  userId: UserId
  at: string
  steps: BadgeStep[]
}

/** `isUnlocked` is true if this statement completed the badge. */
interface CompletedRow extends Pick<BadgeDefinition, 'name' | 'description' | 'pictureKey'> {
  userId: UserId
  badgeType: BadgeType
  isUnlocked: boolean
}

/**
 * Applies progress steps of one or more users in one statement; returns the completed badges and whether this call
 * completed them. An item counts once, a value replaces the current one, a completed badge does not change. Status and
 * required progress come from the table, never from a cache. Locks rows in (user, badge type) order to avoid deadlocks.
 */
export async function updateProgress(
  writableDb: WritableDb,
  updates: readonly ProgressUpdate[],
): Promise<CompletedRow[]> {
  const rows = updates.flatMap(({ userId, at, steps }) =>
    steps.map(({ badgeType, step }) => ({
      user_id: userId,
      at,
      badge_type: badgeType,
      items: 'items' in step ? step.items : [],
      value: 'value' in step ? step.value : null,
    })),
  )
  return writableDb<CompletedRow>`
    with requested as materialized (
      select row.user_id, row.at, definition.badge_type, definition.position, definition.name,
        definition.description, definition.picture_key, definition.required_progress as required, row.items,
        row.value, stored.completed_at is not null as is_done,
        coalesce(stored.current_progress >= definition.required_progress, false) as has_enough
      from jsonb_to_recordset(${rows}::jsonb) as row (user_id uuid, at timestamptz, badge_type text,
        items text[], value integer)
      join badge_definition definition
        on definition.badge_type = row.badge_type and definition.status = 'PUBLISHED'
      -- At most one row. The limit makes the planner use the index for each row, whatever size it expects.
      left join lateral (
        select completed_at, current_progress from badge_progress as progress
        where progress.user_id = row.user_id and progress.badge_type = row.badge_type
        limit 1
      ) as stored on true
    ), counted as (
      insert into badge_counted_item (user_id, badge_type, item)
      select user_id, badge_type, item from requested, unnest(items) item where not is_done
      order by user_id, badge_type, item
      on conflict do nothing
      returning user_id, badge_type
    ), step as (
      select user_id, at, badge_type, coalesce(value, new_items) as amount, value is not null as is_value, required,
        has_enough
      from requested
      left join lateral (
        select count(*)::integer as new_items from counted
        where counted.user_id = requested.user_id and counted.badge_type = requested.badge_type
      ) total on true
      where not is_done
    ), advanced as (
      insert into badge_progress as progress (user_id, badge_type, current_progress, completed_at)
      select user_id, badge_type, least(amount, required), case when amount >= required then at end
      from step where amount > 0 or is_value or has_enough
      order by user_id, badge_type
      on conflict (user_id, badge_type) do update set (current_progress, completed_at) = (
        select least(reached, step.required), case when reached >= step.required then step.at end
        from step, lateral (
          select case when step.is_value then step.amount else progress.current_progress + step.amount end as reached
        ) sum
        where step.user_id = progress.user_id and step.badge_type = progress.badge_type)
      where progress.completed_at is null
      returning user_id, badge_type, completed_at
    )
    select user_id as "userId", badge_type as "badgeType", name, description, picture_key as "pictureKey",
      not is_done as "isUnlocked"
    from requested left join advanced using (user_id, badge_type)
    where is_done or advanced.completed_at is not null
    order by position`
}

/** Applies the steps of one user as `updateProgress` does. */
export const updateProgressOfUser = batchedWrite(
  async (writableDb, updates: ProgressUpdate[]): Promise<CompletedRow[][]> => {
    const completed = await updateProgress(writableDb, updates)
    if (updates.length === 1) return [completed]
    const byUser = Map.groupBy(completed, ({ userId }) => userId)
    return updates.map(({ userId }) => byUser.get(userId) ?? [])
  },
  { keyOf: ({ userId }) => userId },
)

/**
 * Returns the users with uncounted items or values, or with enough progress for a badge that is not completed. The result
 * is a selection; `updateProgress` decides.
 */
export async function listUsersToBackfill(
  db: Db,
  { type, requiredProgress }: BadgeDefinition,
  { userIds, done }: { userIds: UserId[]; done: HistoricalStep[] },
): Promise<HistoricalStep[]> {
  const doneRows = done.map(({ userId, step }) => ({
    user_id: userId,
    items: 'items' in step ? step.items : [],
    value: 'value' in step ? step.value : null,
  }))
  const rows = await db<{ userId: UserId }>`
    select learner.user_id as "userId"
    from unnest(${userIds}::uuid[]) as learner (user_id)
    left join jsonb_to_recordset(${doneRows}::jsonb) as done (user_id uuid, items text[], value integer)
      on done.user_id = learner.user_id
    left join badge_progress progress on progress.user_id = learner.user_id and progress.badge_type = ${type}
    where progress.completed_at is null and (progress.current_progress >= ${requiredProgress}
      or (value is not null and value is distinct from progress.current_progress)
      or exists (
        select from unnest(items) as done_item (item) where not exists (
          select from badge_counted_item counted
          where counted.user_id = learner.user_id and counted.badge_type = ${type} and counted.item = done_item.item)))`
  const stepOf = new Map(done.map(({ userId, step }) => [userId, step]))
  return rows.map(({ userId }) => ({ userId, step: stepOf.get(userId) ?? { items: [] } }))
}

/** Which of these users have completed the badge. */
export async function listCompletedUsers(db: Db, type: BadgeType, userIds: UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return []
  const rows = await db<{ userId: UserId }>`
    select user_id as "userId" from badge_progress
    where user_id = any(${userIds}::uuid[]) and badge_type = ${type} and completed_at is not null`
  return rows.map(({ userId }) => userId)
}

/** `mark` is the key of the personal data export. */
export function listCountedItems(db: Db, userId: UserId): Promise<{ badgeType: BadgeType; mark: string }[]> {
  return db`select badge_type as "badgeType", item as mark from badge_counted_item where user_id = ${userId} order by badge_type, item`
}

export async function deleteCountedItems(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from badge_counted_item where user_id = ${userId}`
}

export interface OneBadge {
  userId: UserId
  badgeType: BadgeType
}

/** Marks the mint as started. Returns false if the badge is not completed, minted, already started or not yet due. */
export async function claimMint(
  tx: Tx,
  { userId, badgeType, now }: OneBadge & { now: Date },
): Promise<boolean> {
  const rows = await tx`
    update badge_progress set mint_started_at = ${now}, mint_retry_at = null
    where user_id = ${userId} and badge_type = ${badgeType} and completed_at is not null and minted_at is null
      and mint_started_at is null and (mint_retry_at is null or mint_retry_at <= ${now})
    returning badge_type`
  return rows.length > 0
}

/** The same for several badges; returns those that were marked. */
export async function claimMints(tx: Tx, badges: OneBadge[], now: Date): Promise<OneBadge[]> {
  const rows = badges.map(({ userId, badgeType }) => ({ user_id: userId, badge_type: badgeType }))
  return tx<OneBadge>`
    with due as materialized (
      select progress.user_id, progress.badge_type from badge_progress progress
      join jsonb_to_recordset(${rows}::jsonb) as given (user_id uuid, badge_type text) using (user_id, badge_type)
      where completed_at is not null and minted_at is null and mint_started_at is null and mint_failures = 0
        and (mint_retry_at is null or mint_retry_at <= ${now})
      order by progress.user_id, progress.badge_type for update of progress
    )
    update badge_progress progress set mint_started_at = ${now}, mint_retry_at = null from due
    where progress.user_id = due.user_id and progress.badge_type = due.badge_type
    returning progress.user_id as "userId", progress.badge_type as "badgeType"`
}

export async function updateMintBatch(tx: Tx, badges: OneBadge[], batch: string): Promise<void> {
  const rows = badges.map(({ userId, badgeType }) => ({ user_id: userId, badge_type: badgeType }))
  await tx`
    update badge_progress progress set mint_batch = ${batch}
    from jsonb_to_recordset(${rows}::jsonb) as given (user_id uuid, badge_type text)
    where progress.user_id = given.user_id and progress.badge_type = given.badge_type`
}

/** The badges of a batch that are not minted yet. */
export function listMintBatch(db: Db, batch: string): Promise<OneBadge[]> {
  return db<OneBadge>`
    select user_id as "userId", badge_type as "badgeType" from badge_progress
    where mint_batch = ${batch} and minted_at is null order by user_id, badge_type`
}

/** Takes the badges that are not minted yet out of a batch. Each is minted alone from now on. */
export async function splitMintBatch(tx: Tx, batch: string, now: Date): Promise<void> {
  await tx`
    update badge_progress set mint_batch = null, mint_started_at = null, mint_failures = mint_failures + 1,
      mint_retry_at = ${now}
    where mint_batch = ${batch} and minted_at is null`
}

/** Marks the mint as not started and sets the earliest next attempt. */
export async function scheduleMintRetry(
  tx: Tx,
  { userId, badgeType, retryAt }: OneBadge & { retryAt: Date },
): Promise<void> {
  await tx`
    update badge_progress set mint_started_at = null, mint_retry_at = ${retryAt}
    where user_id = ${userId} and badge_type = ${badgeType} and minted_at is null`
}

/**
 * Reserves gas for mints in the budget of a day (UTC). Returns for how many mints it is enough. Locks the row of the day
 * until commit.
 */
export async function reserveMints(
  tx: Tx,
  { now, count, gas, limit }: { now: Date; count: number; gas: bigint; limit: bigint },
): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  await tx`insert into badge_mint_day (day, gas) values (${day}::date, 0) on conflict (day) do nothing`
  const [row] = await tx<{ granted: number }>`
    update badge_mint_day as today
    set gas = today.gas + ${gas}::bigint * greatest(0, least(${count}::bigint, (${limit}::bigint - today.gas) / ${gas}::bigint))
    where day = ${day}::date
    returning ((new.gas - old.gas) / ${gas}::bigint)::integer as granted`
  return row!.granted
}

export async function updateMinted(
  tx: Tx,
  badge: OneBadge & { tokenId: string; contractAddress: string; now: Date },
): Promise<void> {
  await tx`
    update badge_progress set minted_at = ${badge.now}, token_id = ${badge.tokenId},
      contract_address = ${badge.contractAddress}, mint_failures = 0, mint_retry_at = null
    where user_id = ${badge.userId} and badge_type = ${badge.badgeType} and minted_at is null`
}

/** Returns the number of consecutive failures, or undefined if no mint was started. */
export async function updateMintFailed(tx: Tx, { userId, badgeType }: OneBadge): Promise<number | undefined> {
  const [row] = await tx<{ failures: number }>`
    update badge_progress set mint_failures = mint_failures + 1
    where user_id = ${userId} and badge_type = ${badgeType} and minted_at is null and mint_started_at is not null
    returning mint_failures as failures`
  return row?.failures
}

export async function listDueMints(db: Db, now: Date, limit: number) {
  return db<OneBadge & { hasFailed: boolean }>`
    select user_id as "userId", badge_type as "badgeType", mint_failures > 0 as "hasFailed" from badge_progress
    where completed_at is not null and minted_at is null and mint_started_at is null
      and (mint_retry_at is null or mint_retry_at <= ${now})
    order by mint_retry_at nulls first limit ${limit}`
}
