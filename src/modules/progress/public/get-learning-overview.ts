import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

export interface EnrollmentOverview {
  courseId: CourseId
  title: string
  enrolledAt: Date
  completedAt: Date | null
  /** Lessons that are still in the course. */
  completedLessons: number
  totalLessons: number
}

export interface LearningOverview {
  enrollments: EnrollmentOverview[]
  enrolledCourses: number
  completedCourses: number
  completedLessons: number
}

/** What a user learns: the newest enrollments with their progress, and the numbers of all. */
export async function getLearningOverview(db: Db, userId: UserId, limit: number): Promise<LearningOverview> {
  const [enrollments, [counts]] = await Promise.all([
    listUserEnrollments(db, userId, { limit, offset: 0 }),
    db<Omit<LearningOverview, 'enrollments'>>`
      select count(*)::integer as "enrolledCourses", count(completed_at)::integer as "completedCourses",
        (select count(*)::integer from lesson_completion where user_id = ${userId}) as "completedLessons"
      from enrollment where user_id = ${userId}`,
  ])
  return { enrollments, ...counts! }
}

/** The courses of a user with their progress, the newest enrollment first. */
export function listUserEnrollments(
  db: Db,
  userId: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<EnrollmentOverview[]> {
  return db<EnrollmentOverview>`
    select course.id as "courseId", course.title, enrolled.enrolled_at as "enrolledAt",
      enrolled.completed_at as "completedAt",
      (select count(*)::integer from lesson_completion completion
        join lesson on lesson.id = completion.lesson_id and lesson.archived_at is null
        where completion.user_id = ${userId} and completion.course_id = enrolled.course_id) as "completedLessons",
      (select count(*)::integer from lesson
        where lesson.course_id = enrolled.course_id and lesson.archived_at is null) as "totalLessons"
    from (
      select id, course_id, enrolled_at, completed_at from enrollment where user_id = ${userId}
      order by enrolled_at desc, id desc limit ${limit} offset ${offset}
    ) as enrolled
    join course on course.id = enrolled.course_id
    order by enrolled.enrolled_at desc, enrolled.id desc`
}

export async function countUserEnrollments(db: Db, userId: UserId): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from enrollment where user_id = ${userId}`
  return row!.total
}
