import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId } from './catalog.ts'

/** Returns the courses that the user owns or is a co-author of. Only their authors see the work of their learners. */
export async function listOwnCourseIds(db: Db, userId: UserId): Promise<CourseId[]> {
  const rows = await db<{ id: CourseId }>`
    select id from course where owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids)`
  return rows.map(({ id }) => id)
}

export async function isOwnCourse(db: Db, courseId: string, userId: UserId): Promise<boolean> {
  const rows = await db`
    select from course
    where id = ${courseId} and (owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids))`
  return rows.length > 0
}
