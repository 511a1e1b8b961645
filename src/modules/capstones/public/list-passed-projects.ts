import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { projectIdOf } from '../project.ts'

/** Which projects users have passed. */
export async function listPassedProjects(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; projectIds: string[] }[]> {
  const rows = await db<{ userId: UserId; courseIds: string[] }>`
    select user_id as "userId", array_agg(course_id::text) as "courseIds"
    from project_submission where user_id = any(${userIds}::uuid[]) and status = 'PASSED' group by user_id`
  return rows.map(({ userId, courseIds }) => ({ userId, projectIds: courseIds.map(projectIdOf) }))
}
