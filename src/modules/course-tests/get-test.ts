import type { Db } from '../../platform/db/database.ts'
import { orNull, TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { isLargeEnough } from '../catalog/public/course-test-rules.ts'
import { listTestQuestions } from '../questions/public/list-test-questions.ts'
import { nextAttemptAt, statusOf, timeLimitMs } from './attempt.ts'
import { listAttempts } from './attempt-queries.ts'

/** NO_TEST: the course has none. PAUSED: see `nextAttemptAt`. */
const TEST_STATUSES = ['NO_TEST', 'AVAILABLE', 'IN_PROGRESS', 'PAUSED', 'PASSED'] as const

export const CourseTestSchema = z
  .object({
    courseId: z.string(),
    status: z.enum(TEST_STATUSES),
    questionCount: z.int(),
    passPercent: z.int(),
    timeLimitSeconds: z.int(),
    isRequiredForCertificate: z.boolean(),
    attempts: z.int(),
    lastScore: z.int().nullable(),
    bestScore: z.int().nullable(),
    lastAttemptId: z.string().nullable(),
    openAttemptId: z.string().nullable(),
    nextAttemptAt: orNull(TimestampSchema).openapi({ description: 'Null if no pause is running' }),
    passedAt: orNull(TimestampSchema),
  })
  .openapi('CourseTest')

export interface CourseTestRequest {
  userId: UserId
  course: Course
  pauseMs: number
  now: Date
}

/** The test of a course as a learner finds it. */
export async function getCourseTest(
  db: Db,
  { userId, course, pauseMs, now }: CourseTestRequest,
): Promise<z.output<typeof CourseTestSchema>> {
  const [pool, attempts] = await Promise.all([
    listTestQuestions(db, course.key),
    listAttempts(db, userId, course.id),
  ])
  const scores = attempts.flatMap(({ score }) => (score === null ? [] : [score]))
  const last = attempts.at(-1)
  const isOpen = last !== undefined && statusOf(last, now) === 'OPEN'
  const passed = attempts.find(({ isPassed }) => isPassed)
  const next = last && !isOpen && !passed ? nextAttemptAt(last, pauseMs) : undefined
  const isPaused = next !== undefined && next > now
  const hasTest = isLargeEnough(pool.length, course.test.questionCount)
  return {
    courseId: course.id,
    status: passed
      ? 'PASSED'
      : isOpen
        ? 'IN_PROGRESS'
        : !hasTest
          ? 'NO_TEST'
          : isPaused
            ? 'PAUSED'
            : 'AVAILABLE',
    questionCount: course.test.questionCount,
    passPercent: course.test.passPercent,
    timeLimitSeconds: timeLimitMs(course.test.questionCount) / 1000,
    isRequiredForCertificate: course.test.isRequiredForCertificate,
    attempts: attempts.length,
    lastScore: scores.at(-1) ?? null,
    bestScore: scores.length > 0 ? Math.max(...scores) : null,
    lastAttemptId: last?.id ?? null,
    openAttemptId: isOpen ? last.id : null,
    nextAttemptAt: hasTest && isPaused ? next.toISOString() : null,
    passedAt: passed?.submittedAt?.toISOString() ?? null,
  }
}
