import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { undoAnswer as undoMasteryAnswer } from '../mastery/public/undo-answer.ts'
import type { Day } from '../streaks/public/streak.ts'
import { updateMemoryState } from './card-queries.ts'
import { errors } from './errors.ts'
import { updateUndone } from './learner-queries.ts'
import { lockLearnerAndCard } from './lock-learner-and-card.ts'
import { findReview, updateReviewUndone } from './log-queries.ts'
import type { ReviewCardId } from './scheduler.ts'

interface UndoAnswer {
  userId: UserId
  cardId: ReviewCardId
  repetition: number
  now: Date
}

/**
 * Undoes the last review of the learner: the card has its state of before and is due again. An answer that is undone
 * already changes nothing. It no longer counts for mastery. A day of the streak stays.
 */
export async function undoAnswer(
  tx: Tx,
  { userId, cardId, repetition, now }: UndoAnswer,
): Promise<{ cardId: ReviewCardId; repetition: number; dueOn: Day }> {
  const { learner, card } = await lockLearnerAndCard(tx, { userId, cardId })
  const review = await findReview(tx, cardId, repetition)
  if (!review) throw errors.review_not_last_answer()
  // Unless the repetition was answered again, the card is still in the state of before.
  if (review.isUndone) return { cardId, repetition, dueOn: card.dueOn }
  if (learner.lastCardId !== cardId || learner.lastNumber !== review.number)
    throw errors.review_not_last_answer()
  await Promise.all([
    updateMemoryState(tx, cardId, review.before),
    updateReviewUndone(tx, { cardId, number: review.number, now }),
    updateUndone(tx, userId),
  ])
  const { questionId } = card
  const { isCorrect, before, answeredAt } = review
  if (questionId && isCorrect !== null) {
    const answer = { questionId, isCorrect, isRepeat: before.repetitions > 0 }
    await undoMasteryAnswer(tx, { userId, answer, at: answeredAt })
  }
  return { cardId, repetition, dueOn: review.before.dueOn }
}
