import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { hmacSha256 } from '../../platform/secrets.ts'
import type { z } from '../../platform/zod.ts'
import type { Answer } from '../questions/public/answer.ts'
import { findRequestErrors } from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { gradeAnswer } from '../questions/public/grade-answer.ts'
import { type Hint, requireHint } from '../questions/public/hint.ts'
import { presentedQuestionSchema, presentQuestion } from '../questions/public/present-question.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { type QuestionSolution, solutionOf } from '../questions/public/solution.ts'
import { findQuestionOfCard } from './card-queries.ts'
import { errors } from './errors.ts'
import type { ReviewCardId } from './scheduler.ts'

/** How review shows and grades questions: every type, with lists in another order at each repetition. */

export const ReviewQuestionSchema = presentedQuestionSchema('ReviewQuestion', {})
export type ReviewQuestion = z.output<typeof ReviewQuestionSchema>

/** A question of a card at one repetition, which determines the order of its options, items and pairs. */
export interface AskedQuestion {
  cardId: ReviewCardId
  questionId: QuestionId
  repetition: number
}

/** Returns the questions without solutions, in the given order. */
export async function presentQuestions(db: Db, asked: AskedQuestion[]): Promise<ReviewQuestion[]> {
  const questions = await getStoredQuestions(
    db,
    asked.map(({ questionId }) => questionId),
  )
  return questions.map((question, index) => presentQuestion(question, reviewSeed(asked[index]!)))
}

/** Grades an answer and returns the solution. Throws `VALIDATION_FAILED` for an answer that cannot be graded. */
export async function gradeQuestion(
  db: Db,
  asked: AskedQuestion,
  answer: Answer,
): Promise<{ isCorrect: boolean; solution: QuestionSolution }> {
  const [question] = await getStoredQuestions(db, [asked.questionId])
  const details = findRequestErrors(question!, { answer })
  if (details.length > 0) throw commonErrors.validation_failed({ details })
  const seed = reviewSeed(asked)
  return {
    isCorrect: gradeAnswer(question!, seed, answer).isCorrect,
    solution: solutionOf(question!, seed),
  }
}

export async function revealSolution(db: Db, asked: AskedQuestion): Promise<QuestionSolution> {
  const [question] = await getStoredQuestions(db, [asked.questionId])
  return solutionOf(question!, reviewSeed(asked))
}

/** Throws `VALIDATION_FAILED` for a flashcard and for a question without a hint. */
export async function getHint(db: Db, owned: { userId: UserId; cardId: ReviewCardId }): Promise<Hint> {
  const questionId = await findQuestionOfCard(db, owned)
  if (questionId === undefined) throw errors.review_card_not_found()
  const [question] = questionId ? await getStoredQuestions(db, [questionId]) : []
  return requireHint(question ?? null, 'cardId')
}

/** It is keyed, because a client that knew the seed could undo the shuffling. */
export function reviewSeed({ cardId, repetition }: AskedQuestion): string {
  return hmacSha256('review-repetition', `${cardId}:${repetition}`).toString('base64url')
}
