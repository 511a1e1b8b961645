import type { Db } from '../../../platform/db/database.ts'
import { assert, commonErrors } from '../../../platform/errors.ts'
import { type AnswerKey, listAnswerKeys } from '../queries.ts'
import { type QuestionId, unshuffledOption } from './question.ts'

interface GivenAnswer {
  questionId: QuestionId
  /** Index in the shuffled options. */
  selectedOption: number
}

export interface Grade {
  questionId: QuestionId
  isCorrect: boolean
}

/** Grades answers to questions whose options were shuffled with this seed. The caller checks which questions were asked. */
export async function gradeAnswers(
  db: Db,
  { seed, answers }: { seed: string; answers: GivenAnswer[] },
): Promise<Grade[]> {
  if (answers.length === 0) return []
  const keys = await listAnswerKeys(
    db,
    answers.map((answer) => answer.questionId),
  )
  const byId = new Map(keys.map((key) => [key.id, key]))
  return answers.map((answer) => grade(byId.get(answer.questionId), answer, seed))
}

function grade(key: AnswerKey | undefined, answer: GivenAnswer, seed: string): Grade {
  assert(key, `question ${answer.questionId} is not in the pool`)
  const chosen = unshuffledOption(key, seed, answer.selectedOption)
  if (chosen === undefined) {
    throw commonErrors.validation_failed({
      details: [{ field: 'selectedOption', message: `must be from 0 to ${key.options.length - 1}` }],
    })
  }
  return { questionId: answer.questionId, isCorrect: chosen === key.correctIndex }
}
