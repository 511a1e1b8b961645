import { z } from '@hono/zod-openapi'
import { gather } from '../../../platform/gather.ts'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery } from '../../../platform/http/schemas.ts'
import { errors } from '../errors.ts'
import type { LearningRoom } from '../learning.ts'
import { checkAccess } from '../progress/check-access.ts'
import { isLocked } from '../progress/progress.ts'
import { listProgress, listProgressAt, type Place } from '../progress/queries.ts'
import { CATEGORIES, getCourse, getLesson, LEVELS } from './catalogue.ts'
import { coursePages } from './course-pages.ts'
import { lessonPages } from './lesson-pages.ts'
import { LESSON_EXAMPLE, LessonContentSchema } from './lesson-view.ts'
import { searchCourses } from './search-courses.ts'
import {
  COURSE_EXAMPLE,
  COURSE_LIST_EXAMPLE,
  CourseListItemSchema,
  CourseSchema,
  presentCourseSummary,
} from './views.ts'

const TAG = 'Courses'

export function catalogueRoutes({ platform, catalogue, hasPremium }: LearningRoom): Endpoint[] {
  const { publicUrl } = platform.config
  const pageOf = coursePages(publicUrl)
  const lessonPageOf = lessonPages(publicUrl)
  const progressAt = gather((places: Place[]) => listProgressAt(platform.quick, places))
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
      answer: {
        status: 200,
        data: z.array(CourseListItemSchema),
        meta: PagingMeta,
        example: COURSE_LIST_EXAMPLE,
      },
      handle: async ({ caller, query: { page, limit, search, category, level } }) => {
        const found = searchCourses(await catalogue.current(), { search, category, level })
        const shown = found.slice((page - 1) * limit, page * limit)
        const progress = new Map(
          (await listProgress(platform.db, caller.userId)).map((row) => [row.courseId, row]),
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
      answer: { status: 200, data: CourseSchema, example: COURSE_EXAMPLE },
      refusals: [errors.course_not_found],
      handle: async ({ caller, params }) => {
        const course = getCourse(await catalogue.current(), params.id)
        return pageOf(course, await progressAt({ userId: caller.userId, courseId: course.id }))
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
      answer: { status: 200, data: LessonContentSchema, example: LESSON_EXAMPLE },
      refusals: [errors.lesson_not_found, errors.lesson_locked, errors.premium_required],
      handle: async ({ caller, params }) => {
        const { course, lesson } = getLesson(await catalogue.current(), params.id)
        const [progress] = await Promise.all([
          progressAt({ userId: caller.userId, courseId: course.id }),
          checkAccess(platform.quick, hasPremium, caller.userId, course),
        ])
        const completed = new Set(progress.completedLessonIds)
        if (isLocked(course, lesson, completed)) throw errors.lesson_locked()
        const content = await catalogue.contentOf(lesson.id)
        return lessonPageOf(course, lesson, content, completed.has(lesson.id))
      },
    }),
  ]
}
