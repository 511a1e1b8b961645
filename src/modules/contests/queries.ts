import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type Contest, type ContestId, SHARD_COUNT } from './public/contest.ts'

export async function findContest(db: Db, id: ContestId): Promise<Contest | undefined> {
  const [row] = await db<Contest>`
    select id, title, description, type, room_code as "roomCode", entry_fee_gems as "entryFeeGems",
      guaranteed_pool_gems as "guaranteedPoolGems", to_jsonb(prize_table) as "prizeTable",
      min_participants as "minParticipants", max_duration_seconds as "maxDurationSeconds",
      starts_at as "startsAt", ends_at as "endsAt", to_jsonb(question_ids) as "questionIds",
      questions_per_attempt as "questionsPerAttempt", min_prize_score as "minPrizeScore",
      house_min_participants as "houseMinParticipants", is_house_pool_paid as "isHousePoolPaid", seed, outcome,
      cancel_reason as "cancelReason", decided_at as "decidedAt", author_id as "authorId"
    from contest where id = ${id}`
  return row
}

/**
 * Locks the contest against joins, submissions, settlement and changes. Two statements in one round trip: the second
 * one reads with a snapshot that is taken after the lock.
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

interface NewContest extends Omit<Contest, 'outcome' | 'cancelReason' | 'decidedAt' | 'isHousePoolPaid'> {
  seriesKey: string | null
}

/** Inserts a contest with its shards. False if the room code exists, or the series has a run at this time. */
export async function insertContest(tx: Tx, contest: NewContest, now: Date): Promise<boolean> {
  const rows = await tx`
    with inserted as (
      insert into contest (id, series_key, title, description, type, room_code, entry_fee_gems,
        guaranteed_pool_gems, prize_table, min_participants, max_duration_seconds, starts_at, ends_at,
        question_ids, questions_per_attempt, min_prize_score, house_min_participants, seed, author_id, created_at)
      values (${contest.id}, ${contest.seriesKey}, ${contest.title}, ${contest.description}, ${contest.type},
        ${contest.roomCode}, ${contest.entryFeeGems}, ${contest.guaranteedPoolGems},
        ${contest.prizeTable}::integer[], ${contest.minParticipants}, ${contest.maxDurationSeconds},
        ${contest.startsAt}, ${contest.endsAt}, ${contest.questionIds}::uuid[], ${contest.questionsPerAttempt},
        ${contest.minPrizeScore}, ${contest.houseMinParticipants}, ${contest.seed}, ${contest.authorId}, ${now})
      on conflict do nothing
      returning id
    )
    insert into contest_shard (contest_id, shard)
    select inserted.id, shard from inserted, generate_series(0, ${SHARD_COUNT - 1}) as shard
    returning shard`
  return rows.length > 0
}

/** The fields that an update can change. */
export type ContestTerms = Pick<
  Contest,
  | 'title'
  | 'description'
  | 'entryFeeGems'
  | 'guaranteedPoolGems'
  | 'prizeTable'
  | 'minParticipants'
  | 'maxDurationSeconds'
  | 'startsAt'
  | 'endsAt'
  | 'questionIds'
  | 'questionsPerAttempt'
  | 'minPrizeScore'
  | 'houseMinParticipants'
>

export async function updateTerms(tx: Tx, id: ContestId, terms: ContestTerms): Promise<void> {
  await tx`
    update contest set title = ${terms.title}, description = ${terms.description},
      entry_fee_gems = ${terms.entryFeeGems}, guaranteed_pool_gems = ${terms.guaranteedPoolGems},
      prize_table = ${terms.prizeTable}::integer[], min_participants = ${terms.minParticipants},
      max_duration_seconds = ${terms.maxDurationSeconds}, starts_at = ${terms.startsAt}, ends_at = ${terms.endsAt},
      question_ids = ${terms.questionIds}::uuid[], questions_per_attempt = ${terms.questionsPerAttempt},
      min_prize_score = ${terms.minPrizeScore}, house_min_participants = ${terms.houseMinParticipants},
      reminded_at = case when starts_at = ${terms.startsAt} then reminded_at end,
      reminder_cursor = case when starts_at = ${terms.startsAt} then reminder_cursor end
    where id = ${id}`
}

/** Locks a series, so that its runs are created one after the other. */
export async function lockSeries(tx: Tx, seriesKey: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`contest-series:${seriesKey}`}, 0))`
}

type SeriesRun = Pick<Contest, 'startsAt' | 'endsAt' | 'questionIds'>

export async function findLastRun(tx: Tx, seriesKey: string): Promise<SeriesRun | undefined> {
  const [row] = await tx<SeriesRun>`
    select starts_at as "startsAt", ends_at as "endsAt", to_jsonb(question_ids) as "questionIds" from contest
    where series_key = ${seriesKey} order by starts_at desc limit 1`
  return row
}

/** The note of the member of staff who cancelled the contest. */
export async function findCancelNote(db: Db, id: ContestId): Promise<string | null> {
  const [row] = await db<{ note: string | null }>`select cancel_note as note from contest where id = ${id}`
  return row?.note ?? null
}

export function listSeriesRuns(db: Db, seriesKey: string): Promise<SeriesRunRow[]> {
  return db<SeriesRunRow>`
    select id, title, starts_at as "startsAt", ends_at as "endsAt", outcome from contest
    where series_key = ${seriesKey} order by starts_at`
}

interface SeriesRunRow extends Pick<Contest, 'id' | 'title' | 'startsAt' | 'endsAt' | 'outcome'> {}
