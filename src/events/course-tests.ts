import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A learner passed the test of a course. Emitted once per user and course. */
export const testPassed = defineEvent<{
  userId: UserId
  courseId: Id<'Course'>
  attemptId: Id<'TestAttempt'>
  score: number
  passPercent: number
  at: string
}>('course_tests.test_passed')
