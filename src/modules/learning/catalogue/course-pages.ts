import type { z } from '@hono/zod-openapi'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Progress } from '../progress/progress.ts'
import type { Course, LessonId } from './catalogue.ts'
import { type CourseSchema, presentCourse } from './views.ts'

type CoursePage = Reply<z.output<typeof CourseSchema>>

/** Lessons open one after the other, so there are hardly more ways to be in a course than it has lessons. */
const PAGES_HELD = 200

/**
 * Courses as learners see them. Everybody who is equally far in a course sees the same, so it is put together once.
 * The pages of a course are forgotten with it, when the catalogue changes.
 */
export function coursePages(publicUrl: string): (course: Course, progress: Progress) => CoursePage {
  const byCourse = new WeakMap<Course, Map<string, CoursePage>>()

  return (course, progress) => {
    const pages = byCourse.get(course) ?? new Map<string, CoursePage>()
    byCourse.set(course, pages)
    const place = placeIn(course, progress)
    const known = pages.get(place)
    if (known) return known
    const page = new Reply(presentCourse(course, progress, publicUrl))
    if (pages.size < PAGES_HELD) pages.set(place, page)
    return page
  }
}

/** All that a page depends on: enrolled or not, and what is done of each lesson. */
function placeIn(course: Course, { enrollmentId, completedLessonIds }: Progress): string {
  const completed = new Set<LessonId>(completedLessonIds)
  let place = enrollmentId === null ? 'reading' : 'enrolled'
  for (const lesson of course.lessons) place += completed.has(lesson.id) ? '1' : '0'
  return place
}
