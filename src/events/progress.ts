import type { CourseId, LessonId, PathId } from '../modules/catalog/public/catalog.ts'
import type { CompletionId } from '../modules/progress/course-progress.ts'
import type { QuestionId } from '../modules/questions/public/question.ts'
import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

export const enrolled = defineEvent<{ userId: UserId; courseId: CourseId; at: string }>('progress.enrolled')

/** Told once for a learner and a lesson, when it is completed for the first time. */
export const lessonCompleted = defineEvent<{
  userId: UserId
  lessonId: LessonId
  courseId: CourseId
  completionId: CompletionId
  xp: number
  /** The learner's own, because what hour of what day it was depends on it. */
  timeZone: string
  /** The share of first answers that were right, in percent; null when no question of the lesson was answered. */
  verifiedScore: number | null
  at: string
}>('progress.lesson_completed')

/** Told once for a learner and a course, also when lessons are added to it later. */
export const courseCompleted = defineEvent<{
  userId: UserId
  courseId: CourseId
  /** Paths of which this was the last course that was missing. */
  pathIds: PathId[]
  at: string
}>('progress.course_completed')

/** Told for the first answer to a question; later ones are practice. */
export const questionAnswered = defineEvent<{
  userId: UserId
  questionId: QuestionId
  lessonId: LessonId
  isCorrect: boolean
  at: string
}>('progress.question_answered')
