import type { z } from 'zod'
import { Cache } from '../../platform/cache/cache.ts'
import { Reply } from '../../platform/http/endpoint.ts'
import type { Course, LessonId } from '../catalog/public/catalog.ts'
import type { CourseProgress } from './course-progress.ts'
import { type CourseSchema, presentCourse } from './course-view.ts'

type CourseResponse = Reply<z.output<typeof CourseSchema>>

/** Lessons open in order, so a course has few more progress states than lessons. */
const MAX_CACHED_RESPONSES = 200

/**
 * Caches course responses by progress state: users with the same progress get the same response. The weak map drops
 * the responses together with the course when the catalog changes.
 */
export function createCourseResponseCache(
  publicUrl: string,
): (course: Course, progress: CourseProgress) => CourseResponse {
  const byCourse = new WeakMap<Course, Cache<string, CourseResponse>>()

  return (course, progress) => {
    const responses =
      byCourse.get(course) ?? new Cache<string, CourseResponse>({ maxSize: MAX_CACHED_RESPONSES })
    byCourse.set(course, responses)
    const stateKey = courseStateKey(course, progress)
    const cached = responses.get(stateKey)
    if (cached) return cached
    const response = new Reply(presentCourse(course, progress, publicUrl))
    responses.set(stateKey, response)
    return response
  }
}

/** Contains all that a response depends on: whether the user is enrolled, and which lessons are completed. */
function courseStateKey(course: Course, { enrollmentId, completedLessonIds }: CourseProgress): string {
  const completed = new Set<LessonId>(completedLessonIds)
  let stateKey = enrollmentId === null ? 'reading' : 'enrolled'
  for (const lesson of course.lessons) stateKey += completed.has(lesson.id) ? '1' : '0'
  return stateKey
}
