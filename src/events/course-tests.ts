import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A learner submitted an attempt at the test of a course. Emitted once per attempt, whether it is passed or not. */
export const testSubmitted = defineEvent<{
  userId: UserId
  courseId: Id<'Course'>
  attemptId: Id<'TestAttempt'>
  /** All questions of the attempt. One that was left out is wrong. */
  answers: { questionId: Id<'Question'>; isCorrect: boolean }[]
  at: string
}>('course_tests.test_submitted')

/** A learner passed the test of a course. Emitted once per user and course. */
export const testPassed = defineEvent<{
  userId: UserId
  courseId: Id<'Course'>
  attemptId: Id<'TestAttempt'>
  score: number
  passPercent: number
  at: string
}>('course_tests.test_passed')
