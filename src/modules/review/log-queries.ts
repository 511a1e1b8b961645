import type { UserId } from '../../platform/ids.ts'
import { batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Answer } from '../questions/public/answer.ts'
import type { ReviewLearner } from './learner-queries.ts'
import type { MemoryState, ReviewCardId, ReviewRating } from './scheduler.ts'

export interface LoggedReview {
  number: number
  isCorrect: boolean | null
  rating: ReviewRating
  before: MemoryState
  after: MemoryState
  isUndone: boolean
  answeredAt: Date
}

/** The last review of a card with this repetition number, undone or not. */
export async function findReview(
  tx: Tx,
  cardId: ReviewCardId,
  repetition: number,
): Promise<LoggedReview | undefined> {
  const [row] = await tx<LoggedReview>`
    select number, is_correct as "isCorrect", rating, before, after, undone_at is not null as "isUndone",
      answered_at as "answeredAt"
    from review_log where card_id = ${cardId} and repetition = ${repetition} and source = 'REVIEW'
    order by number desc limit 1`
  return row
}

interface NewReview {
  userId: UserId
  cardId: ReviewCardId
  number: number
  isCorrect: boolean | null
  answer: Answer | null
  usedHint: boolean
  timeMs: number | null
  rating: ReviewRating
  before: MemoryState
  after: MemoryState
  /** The row of the learner after the review. */
  learner: Pick<
    ReviewLearner,
    'lastDay' | 'answersOfLastDay' | 'otherDays' | 'recentTimesMs' | 'lastCardId' | 'lastNumber'
  >
  /** When the learner answered, if it came later. */
  occurredAt: Date | null
  now: Date
}

/** Stores reviews: the state of the card, the log, and the day of the learner, in one statement. The caller locks these rows. */
export const insertReview = batchedWrite(async (writableDb, reviews: NewReview[]): Promise<void[]> => {
  const rows = reviews.map(({ after, learner, ...review }) => ({ ...review, ...learner, ...after, after }))
  await writableDb`
    with review as (
      select * from jsonb_to_recordset(${rows}::jsonb) as row ("userId" uuid, "cardId" uuid, number integer,
        "isCorrect" boolean, answer jsonb, "usedHint" boolean, "timeMs" integer, rating text, before jsonb, after jsonb,
        repetitions integer, lapses integer, stability float8, difficulty float8, "lastReviewedOn" date, "dueOn" date,
        "lastDay" date, "answersOfLastDay" integer, "otherDays" jsonb, "recentTimesMs" integer[], "lastCardId" uuid,
        "lastNumber" integer, "occurredAt" timestamptz, now timestamptz)
      -- The planner expects 100 rows of JSON without the limit, and would scan the tables.
      limit ${rows.length}
    ), changed as (
      update review_card set repetitions = review.repetitions, lapses = review.lapses, stability = review.stability,
        difficulty = review.difficulty, last_reviewed_on = review."lastReviewedOn", due_on = review."dueOn",
        logged_answers = review.number
      from review where id = review."cardId"
    ), logged as (
      insert into review_log (card_id, number, user_id, repetition, source, is_correct, answer, used_hint, time_ms,
        rating, answered_at, occurred_at, before, after)
      select "cardId", number, "userId", repetitions, 'REVIEW', "isCorrect", answer, "usedHint", "timeMs", rating, now,
        "occurredAt", before, after
      from review
    )
    update review_learner set last_day = review."lastDay", answers_of_last_day = review."answersOfLastDay",
      other_days = review."otherDays", recent_times_ms = review."recentTimesMs", last_card_id = review."lastCardId",
      last_number = review."lastNumber"
    from review where user_id = review."userId"`
  return []
})

export async function updateReviewUndone(
  tx: Tx,
  { cardId, number, now }: { cardId: ReviewCardId; number: number; now: Date },
): Promise<void> {
  await tx`
    update review_log set undone_at = ${now} where card_id = ${cardId} and number = ${number}`
}
