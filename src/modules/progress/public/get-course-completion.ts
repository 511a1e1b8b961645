import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../../authoring/errors.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { findCourseCompletion } from '../queries.ts'

export interface CourseCompletion {
  courseId: CourseId
  title: string
  description: string
  isCompleted: boolean
}

/**
 * Whether a learner has done all of a course: as it is now, or as it was when they finished it. Lessons that are added
 * later take nothing back. A course that was archived is still one that was completed.
 */
export async function getCourseCompletion(
  db: Db,
  { userId, courseId }: { userId: UserId; courseId: string },
): Promise<CourseCompletion> {
  const found = await findCourseCompletion(db, userId, courseId as CourseId)
  if (!found || (found.isArchived && !found.wasFinished)) throw errors.course_not_found()
  const { title, description, lessons, completed, wasFinished } = found
  const isCompleted = wasFinished || (lessons > 0 && completed === lessons)
  return { courseId: courseId as CourseId, title, description, isCompleted }
}
