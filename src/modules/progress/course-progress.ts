import type { Id } from '../../platform/ids.ts'
import type { Course, Lesson, LessonId } from '../catalog/public/catalog.ts'

export type EnrollmentId = Id<'Enrollment'>
export type CompletionId = Id<'LessonCompletion'>

/** The progress of a user in a course. */
export interface CourseProgress {
  enrollmentId: EnrollmentId | null
  enrolledAt: Date | null
  /** Set at the first completion of all lessons. It stays set if lessons are added later. */
  completedAt: Date | null
  completedLessonIds: LessonId[]
}

export const NO_PROGRESS: CourseProgress = {
  enrollmentId: null,
  enrolledAt: null,
  completedAt: null,
  completedLessonIds: [],
}

/** Counts completed lessons that are still in the course. Archived lessons do not count. */
export function countCompleted(course: Course, completed: ReadonlySet<LessonId>): number {
  return course.lessons.reduce((count, lesson) => count + (completed.has(lesson.id) ? 1 : 0), 0)
}

/** Returns an integer percentage, rounded down: 100 means all lessons. */
export function progressPercentage(course: Course, completed: ReadonlySet<LessonId>): number {
  const total = course.lessons.length
  return total === 0 ? 0 : Math.floor((100 * countCompleted(course, completed)) / total)
}

/** A lesson is open if it is the first one, if the previous lesson is completed, or if it is completed. */
export function isLocked(course: Course, lesson: Lesson, completed: ReadonlySet<LessonId>): boolean {
  const before = course.lessons[lesson.order - 2]
  return before !== undefined && !completed.has(before.id) && !completed.has(lesson.id)
}

/** Returns the percentage of correct first answers. A question without an answer counts as wrong. */
export function verifiedScore(
  { questionIds }: Pick<Lesson, 'questionIds'>,
  answers: { answered: number; correct: number },
): number | null {
  const total = questionIds.length
  return total === 0 || answers.answered === 0 ? null : Math.floor((100 * answers.correct) / total)
}
