import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

export interface PassedTest {
  score: number
  passPercent: number
  passedAt: Date
}

/** Returns the passed test of a user for a course, if there is one. */
export async function findPassedTest(
  db: Db,
  userId: UserId,
  courseId: string,
): Promise<PassedTest | undefined> {
  const [row] = await db<PassedTest>`
    select score, pass_percent as "passPercent", submitted_at as "passedAt" from course_test_attempt
    where user_id = ${userId} and course_id = ${courseId} and is_passed`
  return row
}
