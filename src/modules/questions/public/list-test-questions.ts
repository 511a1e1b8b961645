import type { Db } from '../../../platform/db/database.ts'
import type { Difficulty, QuestionId } from './question.ts'

export interface TestQuestion {
  id: QuestionId
  skill: string | null
  difficulty: Difficulty
}

/** Returns the pool of the test of a course, without texts. */
export async function listTestQuestions(db: Db, courseKey: string): Promise<TestQuestion[]> {
  return db<TestQuestion>`
    select id, skill, difficulty from question
    where course_key = ${courseKey} and archived_at is null order by key`
}
