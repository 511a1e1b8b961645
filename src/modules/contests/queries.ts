import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Contest, ContestId } from './public/contest.ts'

/** The contest by itself, for every room of this module. */
export async function findContest(db: Db, id: ContestId): Promise<Contest | undefined> {
  const [row] = await db<Contest>`
    select id, title, description, type, room_code as "roomCode", entry_fee_gems as "entryFeeGems",
      guaranteed_pool_gems as "guaranteedPoolGems", to_jsonb(prize_table) as "prizeTable",
      min_participants as "minParticipants", max_duration_seconds as "maxDurationSeconds",
      starts_at as "startsAt", ends_at as "endsAt", to_jsonb(question_ids) as "questionIds", seed, outcome,
      cancel_reason as "cancelReason", decided_at as "decidedAt"
    from contest where id = ${id}`
  return row
}

/**
 * Blocks until nobody joins, submits, settles or changes this contest: they all share the row by its key. Two
 * statements that are sent at once: the second has a snapshot of its own, taken after the lock.
 */
export async function lockContest(tx: Tx, id: ContestId): Promise<Contest | undefined> {
  const [, contest] = await Promise.all([
    tx`select from contest where id = ${id} for update`,
    findContest(tx, id),
  ])
  return contest
}

export async function countParticipants(db: Db, id: ContestId): Promise<number> {
  const [row] = await db<{ count: number }>`
    select sum(participant_count)::integer as count from contest_shard where contest_id = ${id}`
  return row?.count ?? 0
}
