import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** Whether the user wrote the course, a lesson or the project of it. */
export async function isCourseAuthor(db: Db, courseId: string, userId: UserId): Promise<boolean> {
  const rows = await db`select from course where id = ${courseId} and ${userId}::uuid = any(author_ids)`
  return rows.length > 0
}
