import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BadgeStep } from './badge-definition-cache.ts'
import type { HistoricalStep } from './badge-history.ts'
import type { BadgeDefinition, BadgeType } from './public/badge-definition.ts'

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

/** What somebody's badges are moved by, and when. */
export interface ProgressUpdate {
  userId: UserId
  at: string
  steps: BadgeStep[]
}

/** A badge that a user has completed: by this step, or before. */
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
export async function updateProgress(tx: Tx, updates: readonly ProgressUpdate[]): Promise<CompletedRow[]> {
  const given = updates.flatMap(({ userId, at, steps }) =>
    steps.map(({ badgeType, step }) => ({
      user_id: userId,
      at,
      badge_type: badgeType,
      marks: 'items' in step ? step.items : [],
      value: 'value' in step ? step.value : null,
    })),
  )
  return tx<CompletedRow>`
    with given as materialized (
      select given.user_id, given.at, definition.badge_type, definition.position, definition.name,
        definition.description, definition.picture_key, definition.required_progress as required, given.marks,
        given.value, held.completed_at is not null as is_done,
        coalesce(held.current_progress >= definition.required_progress, false) as has_enough
      from jsonb_to_recordset(${given}::jsonb) as given (user_id uuid, at timestamptz, badge_type text,
        marks text[], value integer)
      join badge_definition definition
        on definition.badge_type = given.badge_type and definition.status = 'PUBLISHED'
      -- There is one at most. Said here, it makes the planner look each of them up, whatever it expects of the list.
      left join lateral (
        select completed_at, current_progress from badge_progress as known
        where known.user_id = given.user_id and known.badge_type = given.badge_type
        limit 1
      ) as held on true
    ), marked as (
      insert into badge_counted_item (user_id, badge_type, mark)
      select user_id, badge_type, mark from given, unnest(marks) mark where not is_done
      order by user_id, badge_type, mark
      on conflict do nothing
      returning user_id, badge_type
    ), step as (
      select user_id, at, badge_type, coalesce(value, marks_counted) as amount, value is not null as is_value, required,
        has_enough
      from given
      left join lateral (
        select count(*)::integer as marks_counted from marked
        where marked.user_id = given.user_id and marked.badge_type = given.badge_type
      ) counted on true
      where not is_done
    ), moved as (
      insert into badge_progress as held (user_id, badge_type, current_progress, completed_at)
      select user_id, badge_type, least(amount, required), case when amount >= required then at end
      from step where amount > 0 or is_value or has_enough
      order by user_id, badge_type
      on conflict (user_id, badge_type) do update set (current_progress, completed_at) = (
        select least(reached, step.required), case when reached >= step.required then step.at end
        from step, lateral (
          select case when step.is_value then step.amount else held.current_progress + step.amount end as reached
        ) sum
        where step.user_id = held.user_id and step.badge_type = held.badge_type)
      where held.completed_at is null
      returning user_id, badge_type, completed_at
    )
    select user_id as "userId", badge_type as "badgeType", name, description, picture_key as "pictureKey",
      not is_done as "isUnlocked"
    from given left join moved using (user_id, badge_type)
    where is_done or moved.completed_at is not null
    order by position`
}

/**
 * Of some users, those who have done something that is new to a badge, or have enough of it and do not have it. They are
 * only found here: `updateProgress` decides.
 */
export async function listUsersToBackfill(
  db: Db,
  { type, requiredProgress }: BadgeDefinition,
  { userIds, done }: { userIds: UserId[]; done: HistoricalStep[] },
): Promise<HistoricalStep[]> {
  const given = done.map(({ userId, step }) => ({
    user_id: userId,
    marks: 'items' in step ? step.items : [],
    value: 'value' in step ? step.value : null,
  }))
  const rows = await db<{ userId: UserId }>`
    select asked.user_id as "userId"
    from unnest(${userIds}::uuid[]) as asked (user_id)
    left join jsonb_to_recordset(${given}::jsonb) as given (user_id uuid, marks text[], value integer)
      on given.user_id = asked.user_id
    left join badge_progress held on held.user_id = asked.user_id and held.badge_type = ${type}
    where held.completed_at is null and (held.current_progress >= ${requiredProgress}
      or (value is not null and value is distinct from held.current_progress)
      or exists (
        select from unnest(marks) as did (mark) where not exists (
          select from badge_counted_item
          where badge_counted_item.user_id = asked.user_id and badge_type = ${type} and badge_counted_item.mark = did.mark)))`
  const stepOf = new Map(done.map(({ userId, step }) => [userId, step]))
  return rows.map(({ userId }) => ({ userId, step: stepOf.get(userId) ?? { items: [] } }))
}

/** What was counted towards which badge. */
export function listCountedItems(db: Db, userId: UserId): Promise<{ badgeType: BadgeType; mark: string }[]> {
  return db`select badge_type as "badgeType", mark from badge_counted_item where user_id = ${userId} order by badge_type, mark`
}

export async function deleteCountedItems(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from badge_counted_item where user_id = ${userId}`
}

interface OneBadge {
  userId: UserId
  badgeType: BadgeType
}

/** True when it is completed, and neither minted, nor under way, nor told to wait: then it is under way. */
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

/** It is not under way, and is not to be before then. */
export async function scheduleMintRetry(
  tx: Tx,
  { userId, badgeType, retryAt }: OneBadge & { retryAt: Date },
): Promise<void> {
  await tx`
    update badge_progress set mint_started_at = null, mint_retry_at = ${retryAt}
    where user_id = ${userId} and badge_type = ${badgeType} and minted_at is null`
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

/** The number of failures in a row, or undefined when it was not under way. */
export async function updateMintFailed(tx: Tx, { userId, badgeType }: OneBadge): Promise<number | undefined> {
  const [row] = await tx<{ failures: number }>`
    update badge_progress set mint_failures = mint_failures + 1
    where user_id = ${userId} and badge_type = ${badgeType} and minted_at is null and mint_started_at is not null
    returning mint_failures as failures`
  return row?.failures
}

export async function listDueMints(db: Db, now: Date, limit: number): Promise<OneBadge[]> {
  return db<OneBadge>`
    select user_id as "userId", badge_type as "badgeType" from badge_progress
    where completed_at is not null and minted_at is null and mint_started_at is null
      and (mint_retry_at is null or mint_retry_at <= ${now})
    order by mint_retry_at nulls first limit ${limit}`
}
