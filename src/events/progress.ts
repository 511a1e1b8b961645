import type { Id, UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** Emitted once per user and lesson: at the first completion. */
export const lessonCompleted = defineEvent<{
  userId: UserId
  lessonId: Id<'Lesson'>
  courseId: Id<'Course'>
  completionId: Id<'LessonCompletion'>
  xp: number
  /** The user's time zone at `at`. Handlers need it for the local date and hour. */
  timeZone: string
  /** Percentage of first answers that were correct; null if no question of the lesson was answered. */
  verifiedScore: number | null
  /** When the user completed it, if the device was offline then and sent it later. */
  occurredAt?: string
  /** The user's time zone at `occurredAt`. */
  occurredInTimeZone?: string
  /** When the service received it. */
  at: string
}>('progress.lesson_completed')

/** Emitted once per user and course, even if lessons are added to the course later. */
export const courseCompleted = defineEvent<{
  userId: UserId
  courseId: Id<'Course'>
  /** Learning paths that this course completed. */
  pathIds: Id<'LearningPath'>[]
  at: string
}>('progress.course_completed')

/** Emitted for the first answer of a user to a question. Later answers are practice. */
export const questionAnswered = defineEvent<{
  userId: UserId
  questionId: Id<'Question'>
  lessonId: Id<'Lesson'>
  isCorrect: boolean
  /** Whether the user had asked for the hint. */
  usedHint: boolean
  /** From the question to the answer, if the app reported it. */
  timeSpentSeconds?: number
  at: string
}>('progress.question_answered')
