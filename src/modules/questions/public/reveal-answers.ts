import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import { listSolutions } from '../queries.ts'
import { type QuestionId, unshuffledOption } from './question.ts'

export interface Solution {
  questionId: QuestionId
  /** Its place among the options as they were shown. */
  correctIndex: number
  explanation: string
}

/**
 * What is right, by its place among the options as they are shuffled with this seed, in the order of the ids. For the
 * server's own grading, and for telling once nobody can answer any more: it is the caller who keeps the secret.
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
