import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { type Contest, type ContestId, SHARD_COUNT } from './public/contest.ts'

export interface NewContest extends Omit<Contest, 'outcome' | 'cancelReason' | 'decidedAt'> {
  seriesKey: string | null
}

/** With its lanes. False when its room code is taken, or its series has a run at that time already. */
export async function insertContest(tx: Tx, contest: NewContest, now: Date): Promise<boolean> {
  const rows = await tx`
    with made as (
      insert into contest (id, series_key, title, description, type, room_code, entry_fee_gems,
        guaranteed_pool_gems, prize_table, min_participants, max_duration_seconds, starts_at, ends_at,
        question_ids, seed, created_at)
      values (${contest.id}, ${contest.seriesKey}, ${contest.title}, ${contest.description}, ${contest.type},
        ${contest.roomCode}, ${contest.entryFeeGems}, ${contest.guaranteedPoolGems},
        ${contest.prizeTable}::integer[], ${contest.minParticipants}, ${contest.maxDurationSeconds},
        ${contest.startsAt}, ${contest.endsAt}, ${contest.questionIds}::uuid[], ${contest.seed}, ${now})
      on conflict do nothing
      returning id
    )
    insert into contest_shard (contest_id, shard)
    select made.id, shard from made, generate_series(0, ${SHARD_COUNT - 1}) as shard
    returning shard`
  return rows.length > 0
}

/** Everything that a plan may change. */
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
> & { questionIds: QuestionId[] }

export async function updateTerms(tx: Tx, id: ContestId, terms: ContestTerms): Promise<void> {
  await tx`
    update contest set title = ${terms.title}, description = ${terms.description},
      entry_fee_gems = ${terms.entryFeeGems}, guaranteed_pool_gems = ${terms.guaranteedPoolGems},
      prize_table = ${terms.prizeTable}::integer[], min_participants = ${terms.minParticipants},
      max_duration_seconds = ${terms.maxDurationSeconds}, starts_at = ${terms.startsAt}, ends_at = ${terms.endsAt},
      question_ids = ${terms.questionIds}::uuid[],
      reminded_at = case when starts_at = ${terms.startsAt} then reminded_at end,
      reminder_cursor = case when starts_at = ${terms.startsAt} then reminder_cursor end
    where id = ${id}`
}

/** Blocks until nobody else makes runs of this series. */
export async function lockSeries(tx: Tx, seriesKey: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`contest-series:${seriesKey}`}, 0))`
}

interface SeriesRun {
  startsAt: Date
  endsAt: Date
  questionIds: QuestionId[]
}

export async function findLastRun(tx: Tx, seriesKey: string): Promise<SeriesRun | undefined> {
  const [row] = await tx<SeriesRun>`
    select starts_at as "startsAt", ends_at as "endsAt", to_jsonb(question_ids) as "questionIds" from contest
    where series_key = ${seriesKey} order by starts_at desc limit 1`
  return row
}
