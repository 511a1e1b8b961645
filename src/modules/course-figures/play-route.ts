import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getLesson } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { contentVersionOf } from '../catalog/public/content-version.ts'
import { isEnrolled } from '../progress/public/is-enrolled.ts'
import { dayOf } from './period.ts'
import { recordPlay } from './record-play.ts'

/** More slides than a lesson may have. */
const MAX_SLIDES = 500
const SlideNumber = z.int().min(1).max(MAX_SLIDES)

/** The app of a learner reports how far the learner came in a lesson. */
export function playRoute(platform: Platform): Endpoint {
  const catalog = catalogCache(platform)
  return endpoint({
    method: 'post',
    path: '/user-lessons/:lessonId/plays',
    tag: 'Learning',
    summary: 'Report how far you came in a lesson',
    description:
      'For the stats of authors: when the app leaves a lesson that you have not completed before. A play may be reported in parts, each slide once. It is added to counters of the day and stored nowhere with your account. It does not count for an author, without an enrollment, or if the lesson was published again meanwhile.',
    access: 'user',
    params: z.object({ lessonId: IdParam }),
    body: z.object({
      contentVersion: z.string().min(1).max(64).openapi({ description: 'Of the lesson that was played' }),
      seen: z
        .array(SlideNumber)
        .max(MAX_SLIDES)
        .openapi({ description: 'The `order` of each slide that was shown' }),
      read: z
        .array(z.object({ slide: SlideNumber, seconds: z.number().min(0).max(86_400) }))
        .max(MAX_SLIDES)
        .openapi({ description: 'The slides from which the learner went on, and the time on them' }),
    }),
    bodyExample: {
      contentVersion: '5f0c8b1a9d3e2f47',
      seen: [1, 2],
      read: [{ slide: 1, seconds: 14.5 }],
    },
    response: {
      data: z.object({ isCounted: z.boolean() }).openapi('PlayReportResult'),
      example: { isCounted: true },
    },
    refusals: [catalogErrors.lesson_not_found],
    handle: async ({ caller: { userId }, params, body, write, now }) => {
      const { lesson, course } = getLesson(await catalog.current(), params.lessonId)
      const { slides } = await catalog.getLessonContent(lesson.id)
      const isCurrent = body.contentVersion === contentVersionOf(slides)
      const isLearner = !course.authorIds.includes(userId)
      return write(async (tx) => {
        const isCounted = isCurrent && isLearner && (await isEnrolled(tx, userId, course.id))
        const version = { lessonId: lesson.id, contentVersion: body.contentVersion }
        if (isCounted)
          await recordPlay(tx, { version, slideCount: slides.length, report: body, day: dayOf(now) })
        return { isCounted }
      })
    },
  })
}
