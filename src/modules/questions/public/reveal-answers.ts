import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import { listSolutions } from '../queries.ts'
import { type QuestionId, unshuffledOption } from './question.ts'

export interface Solution {
  questionId: QuestionId
  /** Index in the shuffled options. */
  correctIndex: number
  explanation: string
}

/**
 * Returns the correct index in the options shuffled with this seed, in the order of the ids. The caller must not send
 * it to clients before the question is closed.
 */
export async function revealAnswers(
  db: Db,
  { seed, questionIds }: { seed: string; questionIds: QuestionId[] },
): Promise<Solution[]> {
  const byId = new Map((await listSolutions(db, questionIds)).map((found) => [found.id, found]))
  return questionIds.map((questionId) => {
    const found = byId.get(questionId)
    assert(found, `question ${questionId} is not in the pool`)
    const correctIndex = found.options.findIndex(
      (_, shown) => unshuffledOption(found, seed, shown) === found.correctIndex,
    )
    return { questionId, correctIndex, explanation: found.explanation }
  })
}
