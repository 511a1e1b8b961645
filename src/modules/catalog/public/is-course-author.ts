import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** Whether the user wrote a part of the course, or ever was its owner or co-author: it pays such a user nothing. */
export async function isCourseAuthor(db: Db, courseId: string, userId: UserId): Promise<boolean> {
  const rows = await db`select from course where id = ${courseId} and ${userId}::uuid = any(author_ids)`
  return rows.length > 0
}
