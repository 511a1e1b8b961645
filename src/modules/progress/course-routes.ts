import { createBatcher } from '../../platform/concurrency/batcher.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getCourse, getLesson, getPath } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { presentMatchedLesson } from '../catalog/public/matched-lesson.ts'
import {
  COURSE_LIST_META_EXAMPLE,
  CourseListMeta,
  presentPublishedCategories,
} from '../catalog/public/published-category.ts'
import { CourseQuerySchema, searchCourses } from '../catalog/public/search-courses.ts'
import { hasPremium } from '../subscriptions/public/has-premium.ts'
import { isLocked } from './course-progress.ts'
import { createCourseResponseCache } from './course-response-cache.ts'
import {
  COURSE_EXAMPLE,
  COURSE_LIST_EXAMPLE,
  CourseListItemSchema,
  CourseSchema,
  presentCourseSummary,
} from './course-view.ts'
import { errors } from './errors.ts'
import { createLessonResponseCache } from './lesson-response-cache.ts'
import { PATH_PROGRESS_EXAMPLE, PathProgressSchema, presentPathProgress } from './path-progress.ts'
import { LESSON_EXAMPLE, LessonContentSchema } from './public/lesson-view.ts'
import { listCourseProgress, listUserProgress, type UserCourse } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

const TAG = 'Courses'

export function courseRoutes(platform: Platform): Endpoint[] {
  const catalog = catalogCache(platform)
  const { publicUrl } = platform.config
  const courseResponse = createCourseResponseCache(publicUrl)
  const lessonResponse = createLessonResponseCache(publicUrl)
  const loadCourseProgress = createBatcher((userCourses: UserCourse[]) =>
    listCourseProgress(platform.pipelinedDb, userCourses),
  )
  return [
    endpoint({
      method: 'get',
      path: '/course',
      tag: TAG,
      summary: 'List the courses of the catalog',
      description:
        '`search` returns courses that contain every word: in the title, in title, description and skills together, or in one lesson, in this order. `matchedLesson` is the lesson that contains the words best.',
      access: 'user',
      query: CourseQuerySchema,
      response: {
        data: z.array(CourseListItemSchema),
        meta: CourseListMeta,
        metaExample: COURSE_LIST_META_EXAMPLE,
        example: COURSE_LIST_EXAMPLE,
      },
      handle: async ({ caller, query: { page, limit, ...filter } }) => {
        const current = await catalog.current()
        const found = await searchCourses(platform.replicaDb, current, filter)
        const shown = found.slice((page - 1) * limit, page * limit)
        const progress = new Map(
          (await listUserProgress(platform.db, caller.userId)).map((row) => [row.courseId, row]),
        )
        return new Reply(
          shown.map(({ course, matchedLesson }) => ({
            ...presentCourseSummary(course, progress.get(course.id), publicUrl),
            ...presentMatchedLesson(matchedLesson),
          })),
          { meta: { total: found.length, page, limit, categories: presentPublishedCategories(current) } },
        )
      },
    }),

    endpoint({
      method: 'get',
      path: '/course/:id',
      tag: TAG,
      summary: 'Read a course and your progress in it',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { data: CourseSchema, example: COURSE_EXAMPLE },
      refusals: [catalogErrors.course_not_found],
      handle: async ({ caller, params }) => {
        const course = getCourse(await catalog.current(), params.id)
        return courseResponse(
          course,
          await loadCourseProgress({ userId: caller.userId, courseId: course.id }),
        )
      },
    }),

    endpoint({
      method: 'get',
      path: '/learning-path/:id/progress',
      tag: 'Learning paths',
      summary: 'Read your progress in a learning path',
      description:
        'Every course with its lessons: what is done, what is locked and why, and the next lesson.',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { data: PathProgressSchema, example: PATH_PROGRESS_EXAMPLE },
      refusals: [catalogErrors.path_not_found],
      handle: async ({ caller: { userId }, params, now }) => {
        const path = getPath(await catalog.current(), params.id)
        const [progress, isSubscriber] = await Promise.all([
          listUserProgress(platform.pipelinedDb, userId),
          path.courses.some(({ isPremium }) => isPremium) && hasPremium(platform.pipelinedDb, userId, now),
        ])
        const progressOf = new Map(progress.map((row) => [row.courseId, row]))
        return presentPathProgress(path, progressOf, isSubscriber, publicUrl)
      },
    }),

    endpoint({
      method: 'get',
      path: '/lesson/:id',
      tag: TAG,
      summary: 'Read a lesson with its slides',
      description:
        'The first lesson of a course is open. Each other lesson opens when the previous lesson is completed. Quiz slides include their answers, because lessons are practice.',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { data: LessonContentSchema, example: LESSON_EXAMPLE },
      refusals: [catalogErrors.lesson_not_found, errors.lesson_locked, errors.premium_required],
      handle: async ({ caller, params, now }) => {
        const { course, lesson } = getLesson(await catalog.current(), params.id)
        const [progress] = await Promise.all([
          loadCourseProgress({ userId: caller.userId, courseId: course.id }),
          requireCourseAccess(platform.pipelinedDb, caller.userId, course, now),
        ])
        const completed = new Set(progress.completedLessonIds)
        if (isLocked(course, lesson, completed)) throw errors.lesson_locked()
        const content = await catalog.getLessonContent(lesson.id)
        return lessonResponse(course, lesson, content, completed.has(lesson.id))
      },
    }),
  ]
}
