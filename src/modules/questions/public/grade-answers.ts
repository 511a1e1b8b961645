import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { type AnswerRequest, findRequestErrors, toAnswer } from './answer-request.ts'
import { getStoredQuestions } from './get-questions.ts'
import { gradeAnswer } from './grade-answer.ts'
import type { QuestionId } from './question.ts'

export interface GivenAnswer extends AnswerRequest {
  questionId: QuestionId
}

export interface Grade {
  questionId: QuestionId
  isCorrect: boolean
}

/**
 * Grades answers to questions that were presented with this seed. The caller checks which questions were asked. An
 * impossible answer is refused with its field in the list `answers`.
 */
export async function gradeAnswers(
  db: Db,
  { seed, answers }: { seed: string; answers: GivenAnswer[] },
): Promise<Grade[]> {
  const questions = await getStoredQuestions(
    db,
    answers.map(({ questionId }) => questionId),
  )
  const details = answers.flatMap((given, index) =>
    findRequestErrors(questions[index]!, given).map(({ field, message }) => ({
      field: `answers.${index}.${field}`,
      message,
    })),
  )
  if (details.length > 0) throw commonErrors.validation_failed({ details })
  return answers.map((given, index) => ({
    questionId: given.questionId,
    isCorrect: gradeAnswer(questions[index]!, seed, toAnswer(given)).isCorrect,
  }))
}
