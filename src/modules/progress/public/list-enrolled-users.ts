import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The next users who are enrolled in a course, in the order of their ids. If `isCompleted`, only those who completed it match. */
export async function listEnrolledUsers(
  db: Db,
  {
    courseId,
    isCompleted,
    after,
    limit,
  }: { courseId: string; isCompleted: boolean; after: UserId | null; limit: number },
): Promise<{ userId: UserId; isMatching: boolean }[]> {
  return db<{ userId: UserId; isMatching: boolean }>`
    select user_id as "userId", not ${isCompleted}::boolean or completed_at is not null as "isMatching" from enrollment
    where course_id = ${courseId}::uuid and user_id > ${after ?? FIRST_ID}::uuid
    order by user_id limit ${limit}`
}
