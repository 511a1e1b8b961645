import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getCourse } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { errors } from './errors.ts'
import { newAttempt } from './lesson-seed.ts'
import { LESSON_EXAMPLE, LessonContentSchema, presentLesson } from './public/lesson-view.ts'
import { getProgress } from './queries.ts'
import { requireCourseAccess } from './require-course-access.ts'

/** All lessons of a course in one response, so that a learner can go on without a connection. */
export function downloadRoute(platform: Platform): Endpoint {
  const catalog = catalogCache(platform)
  const { publicUrl } = platform.config
  return endpoint({
    method: 'get',
    path: '/course/:courseId/lessons',
    tag: 'Learning',
    summary: 'Download the lessons of a course that you are enrolled in',
    description:
      'For learning without a connection. It includes lessons that are still locked; completing them in order stays a condition.',
    access: 'user',
    params: z.object({ courseId: IdParam }),
    response: { data: z.array(LessonContentSchema), example: [LESSON_EXAMPLE] },
    refusals: [catalogErrors.course_not_found, errors.not_enrolled, errors.premium_required],
    handle: async ({ caller: { userId }, params, now }) => {
      const course = getCourse(await catalog.current(), params.courseId)
      const [progress] = await Promise.all([
        getProgress(platform.pipelinedDb, userId, course.id),
        requireCourseAccess(platform.pipelinedDb, userId, course, now),
      ])
      if (!progress.enrollmentId) throw errors.not_enrolled()
      const completed = new Set(progress.completedLessonIds)
      return Promise.all(
        course.lessons.map(async (lesson) =>
          presentLesson(course, lesson, await catalog.getLessonContent(lesson.id), completed.has(lesson.id), {
            publicUrl,
            attempt: newAttempt(),
          }),
        ),
      )
    },
  })
}
