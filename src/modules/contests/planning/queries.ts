import type { Tx } from '../../../platform/tx.ts'
import type { QuestionId } from '../../questions/question.ts'
import { type Contest, type ContestId, LANES } from '../contest.ts'

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
    insert into contest_lane (contest_id, lane)
    select made.id, lane from made, generate_series(0, ${LANES - 1}) as lane
    returning lane`
  return rows.length > 0
}

/** Everything that a plan may change. */
export type ContestPlan = Pick<
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

export async function updatePlan(tx: Tx, id: ContestId, plan: ContestPlan): Promise<void> {
  await tx`
    update contest set title = ${plan.title}, description = ${plan.description},
      entry_fee_gems = ${plan.entryFeeGems}, guaranteed_pool_gems = ${plan.guaranteedPoolGems},
      prize_table = ${plan.prizeTable}::integer[], min_participants = ${plan.minParticipants},
      max_duration_seconds = ${plan.maxDurationSeconds}, starts_at = ${plan.startsAt}, ends_at = ${plan.endsAt},
      question_ids = ${plan.questionIds}::uuid[],
      reminded_at = case when starts_at = ${plan.startsAt} then reminded_at end,
      reminded_through = case when starts_at = ${plan.startsAt} then reminded_through end
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
