import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export type HiddenReason = 'OPTED_OUT' | 'SUSPENDED' | 'DELETED'

/** Locks and hides the all-time row, which serializes changes of the user's scores. Inserts it if it is missing. */
export async function hideAllTimeScore(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx`
    with hidden as (
      insert into period_score (user_id, period, starts_on, xp, reached_at, is_hidden)
      values (${userId}, 'all-time', 'epoch', 0, ${now}, true)
      on conflict (user_id, period, starts_on) do update set is_hidden = true
      returning old.is_hidden as was_hidden, old.xp as old_xp, old.reached_at as old_reached_at
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at)
    select 'all-time', 'epoch', ${userId}, old_xp, old_reached_at from hidden where not was_hidden`
}

/** A separate statement after the lock of the all-time row, so that its snapshot has all scores. */
export async function hideScores(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    with hidden as (
      update period_score set is_hidden = true where user_id = ${userId} and not is_hidden
      returning period, starts_on, xp, reached_at
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at)
    select period, starts_on, ${userId}, xp, reached_at from hidden`
}

export async function showScores(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from period_score where user_id = ${userId} and xp = 0`
  await tx`
    with shown as (
      update period_score set is_hidden = false where user_id = ${userId} and is_hidden and xp > 0
      returning period, starts_on, xp, reached_at
    )
    insert into leaderboard_score_change (period, starts_on, user_id, new_xp, new_reached_at)
    select period, starts_on, ${userId}, xp, reached_at from shown`
}

export async function insertHiddenReason(
  tx: Tx,
  userId: UserId,
  reason: HiddenReason,
  now: Date,
): Promise<void> {
  await tx`
    insert into leaderboard_hidden_user (user_id, reason, hidden_at) values (${userId}, ${reason}, ${now})
    on conflict do nothing`
}

export async function deleteHiddenReason(tx: Tx, userId: UserId, reason: HiddenReason): Promise<void> {
  await tx`delete from leaderboard_hidden_user where user_id = ${userId} and reason = ${reason}`
}

export async function listHiddenReasons(db: Db, userId: UserId) {
  return db<{ reason: HiddenReason; since: Date }>`
    select reason, hidden_at as since from leaderboard_hidden_user where user_id = ${userId} order by reason`
}
