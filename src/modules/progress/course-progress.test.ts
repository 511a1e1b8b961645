import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Course, Lesson, LessonId } from '../catalog/public/catalog.ts'
import { isLocked, progressPercentage, verifiedScore } from './course-progress.ts'

function courseOf(count: number): Course {
  const lessons = Array.from(
    { length: count },
    (_, index) => ({ id: `lesson ${index + 1}`, order: index + 1, questionIds: [] }) as unknown as Lesson,
  )
  return { lessons } as Course
}

function done(...orders: number[]): Set<LessonId> {
  return new Set(orders.map((order) => `lesson ${order}` as LessonId))
}

test('the progress is rounded down and is 100 only if all lessons are completed', () => {
  expect(progressPercentage(courseOf(3), done(1))).toBe(33)
  expect(progressPercentage(courseOf(3), done(1, 2))).toBe(66)
  expect(progressPercentage(courseOf(3), done(1, 2, 3))).toBe(100)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.nat(2_000), (total, some) => {
      const completed = Math.min(some, total)
      const percentage = progressPercentage(
        courseOf(total),
        done(...Array.from({ length: completed }, (_, index) => index + 1)),
      )
      expect(percentage === 100).toBe(completed === total)
      expect(percentage).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 200 },
  )
})

test('a course without lessons has progress 0, and removed lessons do not count', () => {
  expect(progressPercentage(courseOf(0), done(1))).toBe(0)
  expect(progressPercentage(courseOf(2), done(1, 7, 8))).toBe(50)
})

test('the first lesson is open, and each other lesson opens after the previous one', () => {
  const course = courseOf(3)
  const locks = (completed: Set<LessonId>) =>
    course.lessons.map((lesson) => isLocked(course, lesson, completed))
  expect(locks(done())).toEqual([false, true, true])
  expect(locks(done(1))).toEqual([false, false, true])
  expect(locks(done(1, 2))).toEqual([false, false, false])
})

test('a completed lesson stays open if a lesson is inserted before it', () => {
  const course = courseOf(3)
  expect(course.lessons.map((lesson) => isLocked(course, lesson, done(2)))).toEqual([false, false, false])
})

test('a skipped question counts as wrong, and a lesson without answers has no score', () => {
  const lesson = { questionIds: ['a', 'b', 'c'] } as unknown as Lesson
  expect(verifiedScore(lesson, { answered: 2, correct: 2 })).toBe(66)
  expect(verifiedScore(lesson, { answered: 3, correct: 3 })).toBe(100)
  expect(verifiedScore(lesson, { answered: 1, correct: 0 })).toBe(0)
  expect(verifiedScore(lesson, { answered: 0, correct: 0 })).toBeNull()
  expect(verifiedScore({ questionIds: [] } as unknown as Lesson, { answered: 0, correct: 0 })).toBeNull()
})
