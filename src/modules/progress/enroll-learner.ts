import { enrolled } from '../../events/progress.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { HasPremium } from '../catalog/learning-deps.ts'
import type { Course } from '../catalog/public/catalog.ts'
import type { EnrollmentId } from './course-progress.ts'
import { progressPercentage } from './course-progress.ts'
import { getProgress, insertEnrollment } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

interface EnrollLearner {
  userId: UserId
  course: Course
  hasPremium: HasPremium
  now: Date
}

export interface Enrollment {
  id: EnrollmentId
  courseId: string
  progressPercentage: number
  enrolledAt: string
}

/** Enrolls a learner in a course. Again gives the first enrollment, with its true progress. */
export async function enrollLearner(
  tx: Tx,
  { userId, course, hasPremium, now }: EnrollLearner,
): Promise<Enrollment> {
  const [, inserted, progress] = await Promise.all([
    requireCourseAccess(tx, hasPremium, userId, course),
    insertEnrollment(tx, { userId, courseId: course.id, now }),
    getProgress(tx, userId, course.id),
  ])
  if (inserted) tx.emit(enrolled({ userId, courseId: course.id, at: now.toISOString() }))
  return {
    id: progress.enrollmentId!,
    courseId: course.id,
    progressPercentage: progressPercentage(course, new Set(progress.completedLessonIds)),
    enrolledAt: progress.enrolledAt!.toISOString(),
  }
}
