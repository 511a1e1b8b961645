import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../../catalog/errors.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

export interface CourseCompletion {
  courseId: CourseId
  title: string
  description: string
  skills: string[]
  /** Whether a certificate needs the passed course test. */
  isTestRequired: boolean
  isCompleted: boolean
  /** The estimated study time of the lessons: 1,000 characters a minute, a minute per question, and the videos. */
  minutes: number
}

interface CompletionRow extends Omit<CourseCompletion, 'courseId' | 'isCompleted'> {
  isArchived: boolean
  wasFinished: boolean
  lessons: number
  completed: number
}

/**
 * Returns whether a user completed a course: all of its current lessons, or all lessons that it had at that time.
 * Lessons that are added later and archiving the course do not undo a completion.
 */
export async function getCourseCompletion(
  db: Db,
  { userId, courseId }: { userId: UserId; courseId: string },
): Promise<CourseCompletion> {
  const [row] = await db<CompletionRow>`
    select title, description, to_jsonb(skills) as skills,
      (test ->> 'isRequiredForCertificate')::boolean as "isTestRequired", archived_at is not null as "isArchived",
      exists (select from enrollment
        where user_id = ${userId} and course_id = course.id and completed_at is not null) as "wasFinished",
      (select count(*)::int from lesson where course_id = course.id and archived_at is null) as lessons,
      (select coalesce(sum(lesson_minutes(slides)), 0)::int from lesson where course_id = course.id and archived_at is null) as minutes,
      (select count(*)::int from lesson_completion completion
        join lesson on lesson.id = completion.lesson_id and lesson.archived_at is null
        where completion.user_id = ${userId} and completion.course_id = course.id) as completed
    from course where id = ${courseId}`
  if (!row || (row.isArchived && !row.wasFinished)) throw errors.course_not_found()
  const { title, description, skills, isTestRequired, minutes, lessons, completed, wasFinished } = row
  const isCompleted = wasFinished || (lessons > 0 && completed === lessons)
  return { courseId: courseId as CourseId, title, description, skills, isTestRequired, isCompleted, minutes }
}
