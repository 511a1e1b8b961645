import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'

export interface LearnerOfCourse {
  userId: UserId
  /** The lessons that the learner completed or answered a question of, in any order. */
  lessonIds: LessonId[]
}

/**
 * Returns the next learners who are enrolled in a course, in the order of their ids. Authors of the course are missing, and
 * so are learners without a lesson.
 */
export function listLearnersOfCourse(
  db: Db,
  { courseId, after, limit }: { courseId: CourseId; after: UserId | null; limit: number },
): Promise<LearnerOfCourse[]> {
  return db<LearnerOfCourse>`
    select enrollment.user_id as "userId", begun."lessonIds"
    from enrollment join course on course.id = course_id,
      lateral (select jsonb_agg(lesson_id) as "lessonIds" from (
        select lesson_id from lesson_completion
        where course_id = enrollment.course_id and user_id = enrollment.user_id
        union
        select lesson_id from lesson_answer join lesson on lesson.id = lesson_id
        where user_id = enrollment.user_id and lesson.course_id = enrollment.course_id) as lesson_of_learner) as begun
    where course_id = ${courseId} and (${after}::uuid is null or enrollment.user_id > ${after}::uuid)
      and begun."lessonIds" is not null and enrollment.user_id <> all(author_ids)
    order by enrollment.user_id
    limit ${limit}`
}
