import { orNull } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { getOwnTimeZones } from '../accounts/public/own-account.ts'
import { timeZoneAt } from '../accounts/public/time-zones.ts'
import { recordAnswers } from '../mastery/public/record-answers.ts'
import { resolveOccurredAt } from '../progress/public/resolve-occurred-at.ts'
import type { Answer } from '../questions/public/answer.ts'
import { refuseField } from '../questions/public/answer-request.ts'
import { SolutionSchema } from '../questions/public/solution.ts'
import { extendStreak } from '../streaks/public/extend-streak.ts'
import { type Day, dayOf } from '../streaks/public/streak.ts'
import { answersOf, countReview } from './answers-of-day.ts'
import type { ReviewCard } from './card-queries.ts'
import { errors } from './errors.ts'
import type { ReviewLearner } from './learner-queries.ts'
import { lockLearnerAndCard } from './lock-learner-and-card.ts'
import { findReview, insertReview } from './log-queries.ts'
import { appendTime, rateAnswer } from './rating.ts'
import { gradeQuestion, revealSolution } from './review-question.ts'
import {
  daysBetween,
  type MemoryState,
  RATINGS,
  type ReviewCardId,
  type ReviewRating,
  schedule,
} from './scheduler.ts'

/** So many reviews on one day extend the streak. */
export const REVIEWS_FOR_STREAK = 10

interface AnswerCard {
  userId: UserId
  cardId: ReviewCardId
  /** The repetition that the session showed. It makes a repeated answer count once. */
  repetition: number
  /** For a question. */
  answer: Answer | undefined
  /** For a flashcard. */
  rating: ReviewRating | undefined
  timeMs: number | undefined
  usedHint: boolean
  /** When the learner answered, if the device was offline. It decides the day. */
  occurredAt: Date | undefined
  now: Date
}

export const ReviewResultSchema = z
  .object({
    cardId: z.string(),
    repetition: z.int(),
    isCorrect: z.boolean().nullable().openapi({ description: 'Null for a flashcard' }),
    rating: z.enum(RATINGS),
    solution: orNull(SolutionSchema),
    dueOn: z.iso.date(),
    intervalDays: z.int(),
    answeredToday: z.int(),
    isStreakExtended: z.boolean(),
  })
  .openapi('ReviewResult')
type AnswerResult = z.output<typeof ReviewResultSchema>

/**
 * Grades an answer and schedules the card from the day on which the learner answered. The first answer to a repetition that
 * arrives counts; later ones, also of another device, get its result. The row of the learner is locked, so answers of one
 * learner are applied one after the other.
 */
export async function answerCard(tx: Tx, request: AnswerCard): Promise<AnswerResult> {
  const { userId, cardId, repetition, now } = request
  const [{ learner, card }, zones] = await Promise.all([
    lockLearnerAndCard(tx, { userId, cardId }),
    getOwnTimeZones(tx, userId),
  ])
  const at = resolveOccurredAt(request.occurredAt, { now })
  const { current: timeZone } = zones
  const activity = { at, zone: timeZoneAt(zones, at) }
  const [today, day] = [dayOf({ at: now, zone: timeZone }), dayOf(activity)]
  if (repetition <= card.repetitions) return getStoredResult(tx, { card, learner, repetition, today })
  requireOpen(card, { repetition, today, day })

  const { isCorrect, rating, solution } = await gradeCard(tx, card, learner, request)
  const before = memoryStateOf(card)
  const { targetRetentionPercent } = learner
  const after = schedule(before, { cardId, rating, today: day, targetRetentionPercent })
  const number = card.loggedAnswers + 1
  const counted = countReview(learner, { day, today, cardId, number })
  const timeMs = request.timeMs ?? null
  const stored = insertReview(tx, {
    userId,
    cardId,
    number,
    isCorrect,
    answer: request.answer ?? null,
    usedHint: request.usedHint,
    timeMs,
    rating,
    before,
    after,
    learner: {
      ...counted,
      // Learners rate flashcards after another time than they need for a question.
      recentTimesMs: isCorrect === null ? learner.recentTimesMs : appendTime(learner.recentTimesMs, timeMs),
    },
    occurredAt: at < now ? at : null,
    now,
  })
  const answers =
    card.questionId && isCorrect !== null
      ? [{ questionId: card.questionId, isCorrect, isRepeat: card.repetitions > 0 }]
      : []
  // Sent together: the second statement does not wait for the response to the first.
  await Promise.all([stored, recordAnswers(tx, { userId, answers, at: now })])
  const streak =
    answersOf(counted, day) === REVIEWS_FOR_STREAK
      ? await extendStreak(tx, { userId, timeZone, activity, now })
      : { isNewDay: false }
  return {
    cardId,
    repetition,
    isCorrect,
    rating,
    solution,
    ...intervalOf(after),
    answeredToday: answersOf(counted, today),
    isStreakExtended: streak.isNewDay,
  }
}

function requireOpen(
  card: ReviewCard,
  { repetition, today, day }: { repetition: number; today: Day; day: Day },
): void {
  if (repetition > card.repetitions + 1) throw errors.review_repetition_mismatch()
  if (card.isSuspended) throw errors.review_card_suspended()
  // After a flight to the west, the day of the answer may be later than today.
  if (card.dueOn > day) throw card.dueOn > today ? errors.review_card_not_due() : errors.occurred_before_due()
}

/** The result of an answer that was stored before. */
async function getStoredResult(
  tx: Tx,
  {
    card,
    learner,
    repetition,
    today,
  }: { card: ReviewCard; learner: ReviewLearner; repetition: number; today: Day },
): Promise<AnswerResult> {
  const { id: cardId, questionId } = card
  const review = await findReview(tx, cardId, repetition)
  // The first answer was given in a lesson, a test or a contest.
  if (!review) throw errors.review_repetition_mismatch()
  return {
    cardId,
    repetition,
    isCorrect: review.isCorrect,
    rating: review.rating,
    solution: questionId ? await revealSolution(tx, { cardId, questionId, repetition }) : null,
    ...intervalOf(review.after),
    answeredToday: answersOf(learner, today),
    isStreakExtended: false,
  }
}

async function gradeCard(
  tx: Tx,
  { id: cardId, questionId, repetitions }: ReviewCard,
  { recentTimesMs }: ReviewLearner,
  { answer, rating, repetition, timeMs, usedHint }: AnswerCard,
): Promise<Pick<AnswerResult, 'isCorrect' | 'rating' | 'solution'>> {
  if (!questionId) {
    if (answer) throw refuseField('answer', 'is for questions; send a rating for a flashcard')
    if (!rating) throw refuseField('rating', 'is required for a flashcard')
    return { isCorrect: null, rating, solution: null }
  }
  if (rating) throw refuseField('rating', 'is for flashcards; the server rates answers to questions')
  if (!answer) throw refuseField('answer', 'is required for a question')
  const asked = { cardId, questionId, repetition }
  const { isCorrect, solution } = await gradeQuestion(tx, asked, answer)
  const isFirstSight = repetitions === 0
  return {
    isCorrect,
    rating: rateAnswer({ isCorrect, usedHint, timeMs: timeMs ?? null, isFirstSight, recentTimesMs }),
    solution,
  }
}

function memoryStateOf(card: MemoryState): MemoryState {
  const { repetitions, lapses, stability, difficulty, lastReviewedOn, dueOn } = card
  return { repetitions, lapses, stability, difficulty, lastReviewedOn, dueOn }
}

function intervalOf({ lastReviewedOn, dueOn }: MemoryState): { dueOn: Day; intervalDays: number } {
  return { dueOn, intervalDays: daysBetween(lastReviewedOn!, dueOn) }
}
