import type { Db } from '../../platform/db/database.ts'
import { z } from '../../platform/zod.ts'
import { getQuestions } from '../questions/public/get-questions.ts'
import { gradeAnswers } from '../questions/public/grade-answers.ts'
import { type QuestionId, shuffleOptions } from '../questions/public/question.ts'
import { revealAnswers } from '../questions/public/reveal-answers.ts'
import type { ReviewCardId } from './scheduler.ts'

/** How review shows and grades questions. Other question types need a change of this file only. */

const markdown = z.string().openapi({ description: 'Markdown, without HTML' })

export const ReviewQuestionSchema = z
  .object({
    id: z.string(),
    type: z.literal('SINGLE_CHOICE'),
    prompt: markdown,
    options: z.array(markdown).openapi({ description: 'In another order at each repetition' }),
  })
  .openapi('ReviewQuestion')

export const ReviewAnswerSchema = z
  .strictObject({
    selectedOption: z.int().min(0).max(7).openapi({ description: 'From 0, in the shown order' }),
  })
  .openapi('ReviewQuestionAnswer')

export const ReviewSolutionSchema = z
  .object({
    type: z.literal('SINGLE_CHOICE'),
    selectedOption: z.int().openapi({ description: 'The right answer, as a client sends it' }),
    explanation: markdown,
  })
  .openapi('ReviewSolution')

export type ReviewQuestion = z.output<typeof ReviewQuestionSchema>
export type ReviewAnswer = z.output<typeof ReviewAnswerSchema>
export type ReviewSolution = z.output<typeof ReviewSolutionSchema>

/** A question of a card at one repetition, which determines the order of its options. */
export interface AskedQuestion {
  cardId: ReviewCardId
  questionId: QuestionId
  repetition: number
}

/** Returns the questions without solutions, in the given order. */
export async function presentQuestions(db: Db, asked: AskedQuestion[]): Promise<ReviewQuestion[]> {
  const questions = await getQuestions(
    db,
    asked.map(({ questionId }) => questionId),
  )
  return questions.map((question, index) => {
    const { id, prompt, options } = shuffleOptions(question, seedOf(asked[index]!))
    return { id, type: 'SINGLE_CHOICE', prompt, options }
  })
}

/** Grades an answer and returns the solution. Throws `VALIDATION_FAILED` for an answer that cannot be graded. */
export async function gradeQuestion(
  db: Db,
  asked: AskedQuestion,
  answer: ReviewAnswer,
): Promise<{ isCorrect: boolean; solution: ReviewSolution }> {
  const { questionId } = asked
  const answers = [{ questionId, selectedOption: answer.selectedOption }]
  const [[grade], solution] = await Promise.all([
    gradeAnswers(db, { seed: seedOf(asked), answers }),
    revealSolution(db, asked),
  ])
  return { isCorrect: grade!.isCorrect, solution }
}

export async function revealSolution(db: Db, asked: AskedQuestion): Promise<ReviewSolution> {
  const [solution] = await revealAnswers(db, { seed: seedOf(asked), questionIds: [asked.questionId] })
  const { correctIndex, explanation } = solution!
  return { type: 'SINGLE_CHOICE', selectedOption: correctIndex, explanation }
}

function seedOf({ cardId, repetition }: AskedQuestion): string {
  return `review:${cardId}:${repetition}`
}
