import type { Db } from '../../../platform/db/database.ts'
import * as queries from '../queries.ts'

export type TestQuestion = queries.TestQuestion

/** Returns the pool of the test of a course, without texts. */
export function listTestQuestions(db: Db, courseKey: string): Promise<TestQuestion[]> {
  return queries.listTestQuestions(db, courseKey)
}
