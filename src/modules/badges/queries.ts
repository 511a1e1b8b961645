import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import type { BadgeStep, BadgeType } from './badge.ts'

export interface BadgeRow {
  badgeType: BadgeType
  currentProgress: number
  completedAt: Date | null
  tokenId: string | null
  contractAddress: string | null
  mintedAt: Date | null
}

export async function listProgress(db: Db, userId: UserId): Promise<BadgeRow[]> {
  return db<BadgeRow>`
    select badge_type as "badgeType", current_progress as "currentProgress", completed_at as "completedAt",
      token_id as "tokenId", contract_address as "contractAddress", minted_at as "mintedAt"
    from badge_progress where user_id = ${userId}`
}

/** What somebody's badges are moved by, and when. */
export interface BadgeMove {
  userId: UserId
  at: string
  steps: BadgeStep[]
}

/**
 * Moves several badges of one user, or of several, by one statement, and says of those that are completed whether they
 * are so from now on. A mark counts once, a value is where the user stands, and what is completed stays as it is. A
 * badge of a user comes once. Rows are taken in the order of user and type, so that facts about one user wait for each
 * other and for nothing else.
 */
export async function updateProgress(
  tx: Tx,
  moves: readonly BadgeMove[],
): Promise<{ userId: UserId; badgeType: BadgeType; isUnlocked: boolean }[]> {
  const given = moves.flatMap(({ userId, at, steps }) =>
    steps.map(({ badge, step }) => ({
      user_id: userId,
      at,
      badge_type: badge.type,
      required: badge.requiredProgress,
      marks: 'marks' in step ? step.marks : [],
      value: 'value' in step ? step.value : null,
    })),
  )
  return tx<{ userId: UserId; badgeType: BadgeType; isUnlocked: boolean }>`
    with given as materialized (
      select given.*, done.found is not null as is_done
      from jsonb_to_recordset(${given}::jsonb) as given (user_id uuid, at timestamptz, badge_type text,
        required integer, marks text[], value integer)
      left join lateral (
        select true as found from badge_progress as held
        where held.user_id = given.user_id and held.badge_type = given.badge_type and held.completed_at is not null
        limit 1
      ) as done on true
    ), marked as (
      insert into badge_mark (user_id, badge_type, mark)
      select user_id, badge_type, mark from given, unnest(marks) mark where not is_done
      order by user_id, badge_type, mark
      on conflict do nothing
      returning user_id, badge_type
    ), step as (
      select user_id, at, badge_type, coalesce(value, marks_counted) as amount, value is not null as is_value, required
      from given
      left join lateral (
        select count(*)::integer as marks_counted from marked
        where marked.user_id = given.user_id and marked.badge_type = given.badge_type
      ) counted on true
      where not is_done
    ), moved as (
      insert into badge_progress as held (user_id, badge_type, current_progress, completed_at)
      select user_id, badge_type, least(amount, required), case when amount >= required then at end
      from step where amount > 0 or is_value
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
    select user_id as "userId", badge_type as "badgeType", true as "isUnlocked" from moved
    where completed_at is not null
    union all
    select user_id, badge_type, false from given where is_done`
}

/** What was counted towards which badge. */
export function listMarks(db: Db, userId: UserId): Promise<{ badgeType: BadgeType; mark: string }[]> {
  return db`select badge_type as "badgeType", mark from badge_mark where user_id = ${userId} order by badge_type, mark`
}

export async function deleteMarks(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from badge_mark where user_id = ${userId}`
}

interface OneBadge {
  userId: UserId
  badgeType: BadgeType
}

/** True when it is completed, and neither minted, nor under way, nor told to wait: then it is under way. */
export async function updateMintBegan(
  tx: Tx,
  { userId, badgeType, now }: OneBadge & { now: Date },
): Promise<boolean> {
  const rows = await tx`
    update badge_progress set mint_began_at = ${now}, mint_not_before = null
    where user_id = ${userId} and badge_type = ${badgeType} and completed_at is not null and minted_at is null
      and mint_began_at is null and (mint_not_before is null or mint_not_before <= ${now})
    returning badge_type`
  return rows.length > 0
}

/** It is not under way, and is not to be before then. */
export async function updateMintNotBefore(
  tx: Tx,
  { userId, badgeType, notBefore }: OneBadge & { notBefore: Date },
): Promise<void> {
  await tx`
    update badge_progress set mint_began_at = null, mint_not_before = ${notBefore}
    where user_id = ${userId} and badge_type = ${badgeType} and minted_at is null`
}

export async function updateMinted(
  tx: Tx,
  badge: OneBadge & { tokenId: string; contractAddress: string; now: Date },
): Promise<void> {
  await tx`
    update badge_progress set minted_at = ${badge.now}, token_id = ${badge.tokenId},
      contract_address = ${badge.contractAddress}, mint_failures = 0, mint_not_before = null
    where user_id = ${badge.userId} and badge_type = ${badge.badgeType} and minted_at is null`
}

/** The number of failures in a row, or undefined when it was not under way. */
export async function updateMintFailed(tx: Tx, { userId, badgeType }: OneBadge): Promise<number | undefined> {
  const [row] = await tx<{ failures: number }>`
    update badge_progress set mint_failures = mint_failures + 1
    where user_id = ${userId} and badge_type = ${badgeType} and minted_at is null and mint_began_at is not null
    returning mint_failures as failures`
  return row?.failures
}

export async function listOwedBadges(db: Db, now: Date, limit: number): Promise<OneBadge[]> {
  return db<OneBadge>`
    select user_id as "userId", badge_type as "badgeType" from badge_progress
    where completed_at is not null and minted_at is null and mint_began_at is null
      and (mint_not_before is null or mint_not_before <= ${now})
    order by mint_not_before nulls first limit ${limit}`
}
