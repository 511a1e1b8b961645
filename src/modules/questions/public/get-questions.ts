import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import { listPracticeQuestions, listQuestions } from '../queries.ts'
import type { PracticeQuestion, Question, QuestionId } from './question.ts'

/** In the order of the ids, without their answers. Archived ones too: an attempt outlives a new edition. */
export async function getQuestions(db: Db, ids: QuestionId[]): Promise<Question[]> {
  return ids.length === 0 ? [] : sortByIds(ids, await listQuestions(db, ids))
}

/** In the order of the ids, with their answers. A question that decides a contest is not among them. */
export async function getPracticeQuestions(db: Db, ids: QuestionId[]): Promise<PracticeQuestion[]> {
  return ids.length === 0 ? [] : sortByIds(ids, await listPracticeQuestions(db, ids))
}

function sortByIds<Found extends Question>(ids: QuestionId[], found: Found[]): Found[] {
  const byId = new Map(found.map((question) => [question.id, question]))
  return ids.map((id) => {
    const question = byId.get(id)
    assert(question, `question ${id} is not in the pool`)
    return question
  })
}

/** Which of these are practice questions. */
export async function findPracticeIds(db: Db, ids: QuestionId[]): Promise<Set<QuestionId>> {
  return new Set((await listPracticeQuestions(db, ids)).map(({ id }) => id))
}
