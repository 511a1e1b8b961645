import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getLesson } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { createLessonResponseCache } from './lesson-response-cache.ts'
import { LESSON_EXAMPLE, LessonContentSchema } from './public/lesson-view.ts'

const MAX_AGE_SECONDS = 60

/** The first lesson of a free course, which a visitor plays before creating an account. */
export function publishedLessonRoute(platform: Platform): Endpoint {
  const catalog = catalogCache(platform)
  const lessonResponse = createLessonResponseCache(platform.config.publicUrl)
  return endpoint({
    method: 'get',
    path: '/public/lessons/:id',
    tag: 'Public pages',
    summary: 'Read the first lesson of a free course',
    description:
      'Any other lesson is 404. The slides are those of `GET /lesson/{id}`; `isCompleted` is always false.',
    access: 'public',
    sharedMaxAgeSeconds: MAX_AGE_SECONDS,
    params: z.object({ id: IdParam }),
    response: { data: LessonContentSchema, example: LESSON_EXAMPLE },
    refusals: [catalogErrors.lesson_not_found],
    handle: async ({ params }) => {
      const { course, lesson } = getLesson(await catalog.current(), params.id)
      if (course.isPremium || course.lessons[0] !== lesson) throw catalogErrors.lesson_not_found()
      return lessonResponse(course, lesson, await catalog.getLessonContent(lesson.id), false)
    },
  })
}
