import type { Id } from '../../platform/ids.ts'
import type { Course, Lesson, LessonId } from '../catalog/public/catalog.ts'

export type EnrollmentId = Id<'Enrollment'>
export type CompletionId = Id<'LessonCompletion'>

/** Where a learner is in a course. */
export interface CourseProgress {
  enrollmentId: EnrollmentId | null
  enrolledAt: Date | null
  /** Set once, when all lessons were done for the first time; it stays when lessons are added later. */
  completedAt: Date | null
  completedLessonIds: LessonId[]
}

export const NO_PROGRESS: CourseProgress = {
  enrollmentId: null,
  enrolledAt: null,
  completedAt: null,
  completedLessonIds: [],
}

/** Lessons that are done and still in the course: archived ones neither count nor are asked for. */
export function countCompleted(course: Course, completed: ReadonlySet<LessonId>): number {
  return course.lessons.reduce((count, lesson) => count + (completed.has(lesson.id) ? 1 : 0), 0)
}

/** Whole percent, rounded down, so that 100 means all. */
export function progressPercentage(course: Course, completed: ReadonlySet<LessonId>): number {
  const total = course.lessons.length
  return total === 0 ? 0 : Math.floor((100 * countCompleted(course, completed)) / total)
}

/**
 * The first lesson is open, each next one when the one before it is done. What was done once stays open, whatever an
 * import has put before it.
 */
export function isLocked(course: Course, lesson: Lesson, completed: ReadonlySet<LessonId>): boolean {
  const before = course.lessons[lesson.order - 2]
  return before !== undefined && !completed.has(before.id) && !completed.has(lesson.id)
}

/** The share of first answers that were right; a question that was passed over counts as wrong. */
export function verifiedScore(lesson: Lesson, answers: { answered: number; correct: number }): number | null {
  const total = lesson.questionIds.length
  return total === 0 || answers.answered === 0 ? null : Math.floor((100 * answers.correct) / total)
}
