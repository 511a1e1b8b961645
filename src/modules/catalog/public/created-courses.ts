import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId } from './catalog.ts'

/**
 * The courses that a user created are those whose first author the user is. Later authors edited a part: any creator
 * can do that, so it gives no access to the work of learners.
 */
export async function listCreatedCourseIds(db: Db, userId: UserId): Promise<CourseId[]> {
  const rows = await db<{ id: CourseId }>`select id from course where author_ids[1] = ${userId}::uuid`
  return rows.map(({ id }) => id)
}

export async function isCourseCreator(db: Db, courseId: string, userId: UserId): Promise<boolean> {
  const rows = await db`select from course where id = ${courseId} and author_ids[1] = ${userId}::uuid`
  return rows.length > 0
}
