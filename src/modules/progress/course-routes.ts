import { z } from '@hono/zod-openapi'
import { createBatcher } from '../../platform/concurrency/batcher.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import { errors } from '../authoring/errors.ts'
import type { LearningRouteDeps } from '../catalog/learning-deps.ts'
import { CATEGORIES, getCourse, getLesson, LEVELS } from '../catalog/public/catalog.ts'
import { searchCourses } from '../catalog/public/search-courses.ts'
import { isLocked } from './course-progress.ts'
import { createCourseResponseCache } from './course-response-cache.ts'
import {
  COURSE_EXAMPLE,
  COURSE_LIST_EXAMPLE,
  CourseListItemSchema,
  CourseSchema,
  presentCourseSummary,
} from './course-view.ts'
import { createLessonResponseCache } from './lesson-response-cache.ts'
import { LESSON_EXAMPLE, LessonContentSchema } from './lesson-view.ts'
import { listCourseProgress, listUserProgress, type UserCourse } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

const TAG = 'Courses'

export function courseRoutes({ platform, catalog, hasPremium }: LearningRouteDeps): Endpoint[] {
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
      summary: 'List the courses of the catalogue',
      description: '`search` finds courses that have each of its words in title, description or skills.',
      access: 'user',
      query: pagingQuery(20).extend({
        search: z.string().trim().max(100).optional().openapi({ example: 'blockchain' }),
        category: z.enum(CATEGORIES).optional(),
        level: z.enum(LEVELS).optional(),
      }),
      response: {
        status: 200,
        data: z.array(CourseListItemSchema),
        meta: PagingMeta,
        example: COURSE_LIST_EXAMPLE,
      },
      handle: async ({ caller, query: { page, limit, search, category, level } }) => {
        const found = searchCourses(await catalog.current(), { search, category, level })
        const shown = found.slice((page - 1) * limit, page * limit)
        const progress = new Map(
          (await listUserProgress(platform.db, caller.userId)).map((row) => [row.courseId, row]),
        )
        return new Reply(
          shown.map((course) => presentCourseSummary(course, progress.get(course.id), publicUrl)),
          { meta: { total: found.length, page, limit } },
        )
      },
    }),

    endpoint({
      method: 'get',
      path: '/course/:id',
      tag: TAG,
      summary: 'Read a course and where you are in it',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { status: 200, data: CourseSchema, example: COURSE_EXAMPLE },
      refusals: [errors.course_not_found],
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
      path: '/lesson/:id',
      tag: TAG,
      summary: 'Read a lesson, slide by slide',
      description:
        'The first lesson of a course is open, each next one when the one before it is completed. Quiz slides carry their answers: lessons are practice.',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { status: 200, data: LessonContentSchema, example: LESSON_EXAMPLE },
      refusals: [errors.lesson_not_found, errors.lesson_locked, errors.premium_required],
      handle: async ({ caller, params }) => {
        const { course, lesson } = getLesson(await catalog.current(), params.id)
        const [progress] = await Promise.all([
          loadCourseProgress({ userId: caller.userId, courseId: course.id }),
          requireCourseAccess(platform.pipelinedDb, hasPremium, caller.userId, course),
        ])
        const completed = new Set(progress.completedLessonIds)
        if (isLocked(course, lesson, completed)) throw errors.lesson_locked()
        const content = await catalog.getLessonContent(lesson.id)
        return lessonResponse(course, lesson, content, completed.has(lesson.id))
      },
    }),
  ]
}
