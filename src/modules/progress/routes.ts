import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { IdParam, PagingMeta, pagingQuery } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getCourse, getLesson } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { answerRoutes } from './answer-routes.ts'
import { completeLesson, LessonResultSchema, type UnpaidReason } from './complete-lesson.ts'
import { courseRoutes } from './course-routes.ts'
import { downloadRoute } from './download-route.ts'
import { EnrollmentSchema, enrollLearner } from './enroll-learner.ts'
import { EnrolledCourseSchema, presentEnrolledCourse } from './enrolled-course-view.ts'
import { errors } from './errors.ts'
import { previewRoute } from './preview-route.ts'
import { findUnlockedBadges, sumReferralGems } from './public/completion-events.ts'
import { OCCURRED_AT_REFUSALS, OccurredAtSchema, readOccurredAt } from './public/resolve-occurred-at.ts'
import { publishedLessonRoute } from './published-lesson-route.ts'
import { listUserProgress } from './queries.ts'

const TAG = 'Learning'

const ENROLLMENT_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000d1',
  courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
  progressPercentage: 0,
  enrolledAt: '2026-11-02T08:00:00.000Z',
}

export function progressRoutes(platform: Platform): Endpoint[] {
  const { paidLessonsPerDay } = platform.config
  const { publicUrl } = platform.config
  const catalog = catalogCache(platform)
  return [
    ...courseRoutes(platform),
    publishedLessonRoute(platform),
    previewRoute(platform),
    ...answerRoutes(platform),
    downloadRoute(platform),

    endpoint({
      method: 'post',
      path: '/user-courses/enroll/:courseId',
      tag: TAG,
      summary: 'Enroll in a course',
      description: 'A repeated call returns the first enrollment with its current progress.',
      access: 'user',
      params: z.object({ courseId: IdParam }),
      response: {
        status: 201,
        data: EnrollmentSchema,
        example: ENROLLMENT_EXAMPLE,
        message: 'You are enrolled',
      },
      refusals: [catalogErrors.course_not_found, errors.premium_required],
      handle: async ({ caller, params, write, now }) => {
        const course = getCourse(await catalog.current(), params.courseId)
        return write((tx) => enrollLearner(tx, { userId: caller.userId, course, now }))
      },
    }),

    endpoint({
      method: 'get',
      path: '/user-courses',
      tag: TAG,
      summary: 'List the courses that you are enrolled in',
      access: 'user',
      query: pagingQuery(100),
      response: {
        data: z.array(EnrolledCourseSchema),
        meta: PagingMeta,
        example: [
          {
            ...ENROLLMENT_EXAMPLE,
            progressPercentage: 50,
            title: 'Blockchain basics',
            coverUrl: null,
            cover: null,
            totalLessons: 2,
            completedLessons: 1,
            nextLessonId: '019a8b5e-7c1d-7000-8000-0000000000e2',
            completedAt: null,
          },
        ],
      },
      handle: async ({ caller, query: { page, limit } }) => {
        const { courses } = await catalog.current()
        const shown = (await listUserProgress(platform.db, caller.userId)).flatMap((progress) => {
          const course = courses.get(progress.courseId)
          return course ? [presentEnrolledCourse(course, progress, publicUrl)] : []
        })
        return new Reply(shown.slice((page - 1) * limit, page * limit), {
          meta: { total: shown.length, page, limit },
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/user-lessons/:lessonId/complete',
      tag: TAG,
      summary: 'Complete a lesson',
      description:
        'Pays the XP and gems of the lesson once, and the bonus of the course with its last lesson. Above the daily limit of paid lessons, and for an author of the course, a lesson counts for progress and streak, pays nothing, and `message` says so. A repeated call pays nothing and returns the current totals. `score` is stored but does not change the reward. An activity that is older than your last one (`occurredAt`) does not change the streak.',
      access: 'user',
      params: z.object({ lessonId: IdParam }),
      body: z.object({
        timeSpentSeconds: z.number().min(0).max(86_400).optional(),
        score: z.number().min(0).max(100).optional().openapi({ description: 'Quiz percentage' }),
        occurredAt: OccurredAtSchema.openapi({
          description:
            'When you did it, if the device was offline: at most 48 hours ago, not before the enrollment. By default now. It decides the day of the streak, in the time zone that your account had at that time.',
        }),
      }),
      bodyExample: { timeSpentSeconds: 240, score: 80 },
      response: {
        data: LessonResultSchema,
        example: {
          lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
          courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
          xpEarned: 20,
          gemsEarned: 5,
          newTotalXP: 1270,
          newTotalGems: 345,
          courseProgress: 50,
          streakDays: 7,
          unlockedBadge: null,
          unlockedBadges: [],
        },
        message: 'Lesson completed',
      },
      refusals: [
        catalogErrors.lesson_not_found,
        errors.lesson_locked,
        errors.lesson_requirement_unmet,
        errors.premium_required,
        ...OCCURRED_AT_REFUSALS,
      ],
      handle: async ({ caller: { userId }, params, body, write, now }) => {
        const { timeSpentSeconds, score } = body
        const currentCatalog = await catalog.current()
        const { course, lesson } = getLesson(currentCatalog, params.lessonId)
        const request = {
          userId,
          catalog: currentCatalog,
          course,
          lesson,
          timeSpentSeconds,
          score,
          paidLessonsPerDay,
          occurredAt: readOccurredAt(body),
          now,
        }
        return write.shared(
          { name: 'lesson-completions', userId },
          (tx) => completeLesson(tx, request),
          async (_tx, { result: { unpaidReason, ...result }, events }) => {
            // The lesson of an invited user may unlock a badge of the inviter. The response must not show it.
            const isOwn = ({ data }: DomainEvent) => (data as { userId?: UserId }).userId === userId
            const unlockedBadges = findUnlockedBadges(events.filter(isOwn))
            const data = {
              ...result,
              newTotalGems: result.newTotalGems + sumReferralGems(events, userId),
              unlockedBadge: unlockedBadges[0] ?? null,
              unlockedBadges,
            }
            if (!unpaidReason) return data
            return new Reply(data, { message: unpaidMessage(unpaidReason, paidLessonsPerDay) })
          },
        )
      },
    }),
  ]
}

function unpaidMessage(reason: UnpaidReason, limit: number): string {
  if (reason === 'OWN_COURSE')
    return 'Lesson completed. You wrote this course, so it pays you no XP and no gems; it counts for your progress.'
  return `Lesson completed. Lessons pay XP and gems for ${limit} lessons a day; this one counts for your progress.`
}
