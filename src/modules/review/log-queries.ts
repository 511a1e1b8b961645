import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { ReviewLearner } from './learner-queries.ts'
import type { ReviewAnswer } from './review-question.ts'
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
  answer: ReviewAnswer | null
  usedHint: boolean
  timeMs: number | null
  rating: ReviewRating
  before: MemoryState
  after: MemoryState
  /** The row of the learner after the review. */
  learner: Pick<ReviewLearner, 'lastDay' | 'answersOfLastDay' | 'recentTimesMs'>
  now: Date
}

/** Stores a review: the state of the card, the log, and the day of the learner, in one statement. */
export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  const { userId, cardId, number, answer, before, after, learner, now } = review
  await tx`
    with state as (
      select * from jsonb_to_record(${after}::jsonb) as row (repetitions integer, lapses integer, stability float8,
        difficulty float8, "lastReviewedOn" date, "dueOn" date)
    ), changed as (
      update review_card set repetitions = state.repetitions, lapses = state.lapses, stability = state.stability,
        difficulty = state.difficulty, last_reviewed_on = state."lastReviewedOn", due_on = state."dueOn",
        logged_answers = ${number}
      from state where id = ${cardId}
    ), logged as (
      insert into review_log (card_id, number, user_id, repetition, source, is_correct, answer, used_hint, time_ms,
        rating, answered_at, before, after)
      select ${cardId}, ${number}, ${userId}, repetitions, 'REVIEW', ${review.isCorrect}, ${answer}::jsonb,
        ${review.usedHint}, ${review.timeMs}, ${review.rating}, ${now}, ${before}::jsonb, ${after}::jsonb
      from state
    )
    update review_learner set last_day = ${learner.lastDay}::date, answers_of_last_day = ${learner.answersOfLastDay},
      recent_times_ms = ${learner.recentTimesMs}::integer[], last_card_id = ${cardId}, last_number = ${number}
    where user_id = ${userId}`
}

export async function updateReviewUndone(
  tx: Tx,
  { cardId, number, now }: { cardId: ReviewCardId; number: number; now: Date },
): Promise<void> {
  await tx`
    update review_log set undone_at = ${now} where card_id = ${cardId} and number = ${number}`
}
