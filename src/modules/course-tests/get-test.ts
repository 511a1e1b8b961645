import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { isLargeEnough } from '../catalog/public/course-test-rules.ts'
import { listTestQuestions } from '../questions/public/list-test-questions.ts'
import { nextAttemptAt, statusOf, type TestAttemptId, timeLimitMs } from './attempt.ts'
import { listAttempts } from './attempt-queries.ts'

/** NO_TEST: the course has none. PAUSED: see `nextAttemptAt`. */
export const TEST_STATUSES = ['NO_TEST', 'AVAILABLE', 'IN_PROGRESS', 'PAUSED', 'PASSED'] as const

interface CourseTest {
  courseId: string
  status: (typeof TEST_STATUSES)[number]
  questionCount: number
  passPercent: number
  timeLimitSeconds: number
  isRequiredForCertificate: boolean
  attempts: number
  lastScore: number | null
  bestScore: number | null
  lastAttemptId: TestAttemptId | null
  openAttemptId: TestAttemptId | null
  nextAttemptAt: Date | null
  passedAt: Date | null
}

interface GetCourseTest {
  userId: UserId
  course: Course
  pauseMs: number
  now: Date
}

/** The test of a course as a learner finds it. */
export async function getCourseTest(
  db: Db,
  { userId, course, pauseMs, now }: GetCourseTest,
): Promise<CourseTest> {
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
    nextAttemptAt: hasTest && isPaused ? next : null,
    passedAt: passed?.submittedAt ?? null,
  }
}
