import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from './errors.ts'
import { getCourse, getPath } from './public/catalog.ts'
import { catalogCache } from './public/catalog-cache.ts'
import { presentMatchedLesson } from './public/matched-lesson.ts'
import {
  COURSE_LIST_META_EXAMPLE,
  CourseListMeta,
  PUBLISHED_CATEGORY_EXAMPLE,
  PublishedCategorySchema,
  presentPublishedCategories,
} from './public/published-category.ts'
import { CourseQuerySchema, searchCourses } from './public/search-courses.ts'
import {
  PUBLISHED_COURSE_EXAMPLE,
  PUBLISHED_COURSE_LIST_EXAMPLE,
  PUBLISHED_PATH_EXAMPLE,
  PublishedCourseListSchema,
  PublishedCourseSchema,
  PublishedPathSchema,
  presentPublishedCourse,
  presentPublishedCourseSummary,
  presentPublishedPath,
} from './published-view.ts'

/** How long a client or a proxy may show an older catalog. */
const MAX_AGE_SECONDS = 60
const common = {
  method: 'get',
  tag: 'Public pages',
  access: 'public',
  sharedMaxAgeSeconds: MAX_AGE_SECONDS,
} as const

/** The published catalog for clients without an account. The responses contain nothing about users. */
export function publishedRoutes(platform: Platform): Endpoint[] {
  const catalog = catalogCache(platform)
  const { publicUrl } = platform.config
  return [
    endpoint({
      ...common,
      path: '/public/courses',
      summary: 'List the published courses',
      description:
        '`search` returns courses that contain every word: in the title, in title, description and skills together, or in one lesson, in this order. `matchedLesson` is the lesson that contains the words best.',
      query: CourseQuerySchema,
      response: {
        data: PublishedCourseListSchema,
        meta: CourseListMeta,
        metaExample: COURSE_LIST_META_EXAMPLE,
        example: PUBLISHED_COURSE_LIST_EXAMPLE,
      },
      handle: async ({ query: { page, limit, ...filter } }) => {
        const current = await catalog.current()
        const found = await searchCourses(platform.replicaDb, current, filter)
        const shown = found.slice((page - 1) * limit, page * limit)
        return new Reply(
          shown.map(({ course, matchedLesson }) => ({
            ...presentPublishedCourseSummary(course, publicUrl),
            ...presentMatchedLesson(matchedLesson),
          })),
          { meta: { total: found.length, page, limit, categories: presentPublishedCategories(current) } },
        )
      },
    }),

    endpoint({
      ...common,
      path: '/public/courses/:id',
      summary: 'Read a published course with its outline',
      params: z.object({ id: IdParam }),
      response: { data: PublishedCourseSchema, example: PUBLISHED_COURSE_EXAMPLE },
      refusals: [errors.course_not_found],
      handle: async ({ params }) => {
        const current = await catalog.current()
        const course = getCourse(current, params.id)
        const paths = course.pathIds.map((id) => getPath(current, id))
        return presentPublishedCourse(course, paths, publicUrl)
      },
    }),

    endpoint({
      ...common,
      path: '/public/categories',
      summary: 'List the categories of the published courses',
      response: { data: z.array(PublishedCategorySchema), example: [PUBLISHED_CATEGORY_EXAMPLE] },
      handle: async () => presentPublishedCategories(await catalog.current()),
    }),

    endpoint({
      ...common,
      path: '/public/paths',
      summary: 'List the published learning paths',
      response: { data: z.array(PublishedPathSchema), example: [PUBLISHED_PATH_EXAMPLE] },
      handle: async () =>
        [...(await catalog.current()).paths.values()].map((path) => presentPublishedPath(path, publicUrl)),
    }),

    endpoint({
      ...common,
      path: '/public/paths/:id',
      summary: 'Read a published learning path with its courses',
      params: z.object({ id: IdParam }),
      response: { data: PublishedPathSchema, example: PUBLISHED_PATH_EXAMPLE },
      refusals: [errors.path_not_found],
      handle: async ({ params }) =>
        presentPublishedPath(getPath(await catalog.current(), params.id), publicUrl),
    }),
  ]
}
