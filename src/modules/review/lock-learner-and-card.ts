import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { ReviewCard } from './card-queries.ts'
import { errors } from './errors.ts'
import { insertLearner, type ReviewLearner } from './learner-queries.ts'
import type { ReviewCardId } from './scheduler.ts'

interface LockedCard {
  learner: ReviewLearner
  card: ReviewCard
}

/**
 * Locks the row of the learner and then the card until commit, so that answers of one learner wait for each other.
 * Creates the row of the learner with the first answer. Throws if the user has no such card.
 */
export async function lockLearnerAndCard(
  tx: Tx,
  request: { userId: UserId; cardId: ReviewCardId },
): Promise<LockedCard> {
  const found = await lockRows(tx, request)
  if (found) return found
  await insertLearner(tx, request.userId)
  const created = await lockRows(tx, request)
  if (!created) throw errors.review_card_not_found()
  return created
}

/** One statement instead of two, because it is the first of every answer. */
async function lockRows(
  tx: Tx,
  { userId, cardId }: { userId: UserId; cardId: ReviewCardId },
): Promise<LockedCard | undefined> {
  const [row] = await tx<ReviewLearner & ReviewCard>`
    select target_retention_percent as "targetRetentionPercent", daily_limit as "dailyLimit", last_day::text as "lastDay",
      answers_of_last_day as "answersOfLastDay", to_jsonb(recent_times_ms) as "recentTimesMs",
      last_card_id as "lastCardId", last_number as "lastNumber",
      card.id, question_id as "questionId", flashcard_id as "flashcardId", source, lesson_id as "lessonId", repetitions, lapses,
      stability, difficulty, last_reviewed_on::text as "lastReviewedOn", due_on::text as "dueOn",
      logged_answers as "loggedAnswers", suspended_at is not null as "isSuspended"
    from review_learner as learner join review_card as card on card.user_id = learner.user_id
    where learner.user_id = ${userId} and card.id = ${cardId}
    for no key update of learner, card`
  return row && { learner: row, card: row }
}
