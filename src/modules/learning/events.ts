import { defineFact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { QuestionId } from '../questions/question.ts'
import type { CourseId, LessonId, PathId } from './catalogue/catalogue.ts'
import type { CompletionId } from './progress/progress.ts'

export const enrolled = defineFact<{ userId: UserId; courseId: CourseId; at: string }>('learning.enrolled')

/** Told once for a learner and a lesson, when it is completed for the first time. */
export const lessonCompleted = defineFact<{
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
}>('learning.lesson_completed')

/** Told once for a learner and a course, also when lessons are added to it later. */
export const courseCompleted = defineFact<{
  userId: UserId
  courseId: CourseId
  /** Paths of which this was the last course that was missing. */
  pathIds: PathId[]
  at: string
}>('learning.course_completed')

/** Told for the first answer to a question; later ones are practice. */
export const questionAnswered = defineFact<{
  userId: UserId
  questionId: QuestionId
  lessonId: LessonId
  isCorrect: boolean
  at: string
}>('learning.question_answered')
