import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import { batchedRead } from '../../../platform/transaction/shared-statements.ts'
import {
  type EditedQuestion,
  listEditedQuestions,
  listPracticeQuestions,
  listQuestions,
  listStoredQuestions,
} from '../queries.ts'
import type { Question, QuestionId } from './question.ts'
import type { PoolQuestion, StoredQuestion } from './stored-question.ts'

/**
 * Returns single-choice questions without answers in the order of the ids. Includes archived ones, because battles may
 * use them.
 */
export async function getQuestions(db: Db, ids: QuestionId[]): Promise<Question[]> {
  return ids.length === 0 ? [] : sortByIds(ids, await listQuestions(db, ids))
}

/**
 * Returns questions of all types with their solutions, in the order of the ids and including archived ones. They must
 * not be sent to clients: see `presentQuestion`, `gradeAnswer` and `solutionOf`.
 */
export async function getStoredQuestions(db: Db, ids: QuestionId[]): Promise<StoredQuestion[]> {
  return ids.length === 0 ? [] : sortByIds(ids, await findStoredQuestions(db, ids))
}

const findStoredQuestions = batchedRead((db, lists: QuestionId[][]): Promise<StoredQuestion[][]> => {
  const [only] = lists
  if (lists.length === 1) return listStoredQuestions(db, only!).then((found) => [found])
  return listStoredQuestions(db, [...new Set(lists.flat())]).then((found) => lists.map(() => found))
})

/** Returns practice questions with answers in the order of the ids. Fails for a question that is not for practice. */
export async function getPracticeQuestions(db: Db, ids: QuestionId[]): Promise<PoolQuestion[]> {
  return ids.length === 0 ? [] : sortByIds(ids, await listPracticeQuestions(db, ids))
}

/** The same with unpublished changes, for authors. */
export async function getEditedQuestions(db: Db, ids: QuestionId[]): Promise<EditedQuestion[]> {
  return ids.length === 0 ? [] : sortByIds(ids, await listEditedQuestions(db, ids))
}

/** Returns all versions of a question with the question itself: a version that is judged otherwise has an own id. */
export async function listVersionIds(db: Db, id: QuestionId): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select version.id from question as version, question as given
    where given.id = ${id} and (version.id = coalesce(given.origin_id, given.id)
      or version.origin_id = coalesce(given.origin_id, given.id))
    order by version.id`
  return rows.map((row) => row.id)
}

function sortByIds<Found extends { id: QuestionId }>(ids: QuestionId[], found: Found[]): Found[] {
  const byId = new Map(found.map((question) => [question.id, question]))
  return ids.map((id) => {
    const question = byId.get(id)
    assert(question, `question ${id} is not in the pool`)
    return question
  })
}

export async function findPracticeIds(db: Db, ids: QuestionId[]): Promise<Set<QuestionId>> {
  return new Set((await listPracticeQuestions(db, ids)).map(({ id }) => id))
}
