import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

export async function listCompletedCourseIds(db: Db, userId: UserId): Promise<CourseId[]> {
  const rows = await db<{ courseId: CourseId }>`
    select course_id as "courseId" from enrollment where user_id = ${userId} and completed_at is not null`
  return rows.map((row) => row.courseId)
}
