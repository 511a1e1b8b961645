import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'

/** The lessons of these courses that the user has completed. */
export async function listCompletedLessonIds(
  db: Db,
  userId: UserId,
  courseIds: CourseId[],
): Promise<LessonId[]> {
  const rows = await db<{ lessonId: LessonId }>`
    select lesson_id as "lessonId" from lesson_completion
    where user_id = ${userId} and course_id = any(${courseIds}::uuid[])`
  return rows.map((row) => row.lessonId)
}
