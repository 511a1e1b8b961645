import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { type EnrollmentId, progressPercentage } from './course-progress.ts'
import { getProgress, insertEnrollment } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

interface EnrollLearner {
  userId: UserId
  course: Course
  now: Date
}

export interface Enrollment {
  id: EnrollmentId
  courseId: string
  progressPercentage: number
  enrolledAt: string
}

/** Enrolls a user in a course. A repeated call returns the first enrollment with its current progress. */
export async function enrollLearner(tx: Tx, { userId, course, now }: EnrollLearner): Promise<Enrollment> {
  const [, , progress] = await Promise.all([
    requireCourseAccess(tx, userId, course, now),
    insertEnrollment(tx, { userId, courseId: course.id, now }),
    getProgress(tx, userId, course.id),
  ])
  return {
    id: progress.enrollmentId!,
    courseId: course.id,
    progressPercentage: progressPercentage(course, new Set(progress.completedLessonIds)),
    enrolledAt: progress.enrolledAt!.toISOString(),
  }
}
