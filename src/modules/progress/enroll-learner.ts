import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { progressPercentage } from './course-progress.ts'
import { getProgress, insertEnrollment } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

interface EnrollLearner {
  userId: UserId
  course: Course
  now: Date
}

export const EnrollmentSchema = z
  .object({
    id: z.string(),
    courseId: z.string(),
    progressPercentage: z.number().int(),
    enrolledAt: TimestampSchema,
  })
  .openapi('Enrollment')

/** Enrolls a user in a course. A repeated call returns the first enrollment with its current progress. */
export async function enrollLearner(
  tx: Tx,
  { userId, course, now }: EnrollLearner,
): Promise<z.output<typeof EnrollmentSchema>> {
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
