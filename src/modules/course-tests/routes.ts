import { HOUR_MS } from '../../platform/clock.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, orNull } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getCourse } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { AnswerSchema } from '../questions/public/answer.ts'
import { answerRequestFields, checkAnswerRequest } from '../questions/public/answer-request.ts'
import { withMediaUrls } from '../questions/public/with-media-urls.ts'
import { type SentAnswer, saveAnswers, submitAttempt } from './answer-attempt.ts'
import type { TestAttempt, TestAttemptId } from './attempt.ts'
import { findAttempt } from './attempt-queries.ts'
import {
  ATTEMPT_EXAMPLE,
  AttemptSchema,
  OUTCOME_EXAMPLE,
  OutcomeSchema,
  presentAttempt,
  presentOutcome,
  presentResult,
  RESULT_EXAMPLE,
  ResultSchema,
} from './attempt-view.ts'
import { errors } from './errors.ts'
import { CourseTestSchema, getCourseTest } from './get-test.ts'
import { startAttempt } from './start-attempt.ts'

const TAG = 'Course tests'

const MAX_ANSWERS = 50

const AnswersSchema = z
  .array(
    z
      .object({
        questionId: z.uuid(),
        ...answerRequestFields,
        answer: orNull(AnswerSchema).optional().openapi({
          description: 'For a question that is not SINGLE_CHOICE. Null removes the saved answer of any type',
        }),
      })
      .superRefine(checkAnswerRequest),
  )
  .max(MAX_ANSWERS)

const ANSWERS_EXAMPLE = {
  answers: [{ questionId: '019a8b5e-7c1d-7000-8000-0000000000f1', selectedOption: 1 }],
}

export function courseTestRoutes(platform: Platform): Endpoint[] {
  const { db, config } = platform
  const catalog = catalogCache(platform)
  const pauseMs = config.courseTestPauseHours * HOUR_MS
  const courseOf = async (id: string) => getCourse(await catalog.current(), id)
  const getAttempt = async (userId: TestAttempt['userId'], id: string): Promise<TestAttempt> => {
    const attempt = await findAttempt(db, id as TestAttemptId, userId)
    if (!attempt) throw errors.test_attempt_not_found()
    return attempt
  }
  const withUrls = <Value>(value: Value): Value => withMediaUrls(value, config.publicUrl)
  const courseParams = z.object({ courseId: IdParam })
  const attemptParams = z.object({ attemptId: IdParam })

  return [
    endpoint({
      method: 'get',
      path: '/course-tests/:courseId',
      tag: TAG,
      summary: 'Read the state of a course test',
      description:
        'A course has a test if its pool is large enough. A retry asks other questions while the pool has some.',
      access: 'user',
      params: courseParams,
      response: {
        data: CourseTestSchema,
        example: {
          courseId: ATTEMPT_EXAMPLE.courseId,
          status: 'PAUSED',
          questionCount: 8,
          passPercent: 80,
          timeLimitSeconds: 2_400,
          isRequiredForCertificate: false,
          attempts: 1,
          lastScore: 62,
          bestScore: 62,
          lastAttemptId: ATTEMPT_EXAMPLE.attemptId,
          openAttemptId: null,
          nextAttemptAt: '2026-11-02T16:21:00.000Z',
          passedAt: null,
        },
      },
      refusals: [catalogErrors.course_not_found],
      handle: async ({ caller: { userId }, params, now }) => {
        const course = await courseOf(params.courseId)
        return getCourseTest(db, { userId, course, pauseMs, now })
      },
    }),

    endpoint({
      method: 'post',
      path: '/course-tests/:courseId/attempts',
      tag: TAG,
      summary: 'Start an attempt at a course test',
      description:
        'Draws the questions by skill and difficulty. While an attempt is open, it is returned again. An attempt that is not submitted before its deadline expires. After each attempt there is a pause.',
      access: 'user',
      params: courseParams,
      response: { data: AttemptSchema, example: ATTEMPT_EXAMPLE },
      refusals: [
        catalogErrors.course_not_found,
        errors.course_has_no_test,
        errors.test_premium_required,
        errors.test_of_own_course,
        errors.test_not_for_admins,
        errors.test_already_passed,
        errors.test_pause,
      ],
      handle: async ({ caller: { userId }, params, write, now }) => {
        const course = await courseOf(params.courseId)
        return write(async (tx) =>
          withUrls(await presentAttempt(tx, await startAttempt(tx, { userId, course, pauseMs, now }), now)),
        )
      },
    }),

    endpoint({
      method: 'get',
      path: '/course-test-attempts/:attemptId',
      tag: TAG,
      summary: 'Read the questions of your attempt with the saved answers',
      description: 'Contains no solutions. After the submission see the result.',
      access: 'user',
      params: attemptParams,
      response: { data: AttemptSchema, example: ATTEMPT_EXAMPLE },
      refusals: [errors.test_attempt_not_found],
      handle: async ({ caller: { userId }, params, now }) =>
        withUrls(await presentAttempt(db, await getAttempt(userId, params.attemptId), now)),
    }),

    endpoint({
      method: 'patch',
      path: '/course-test-attempts/:attemptId/answers',
      tag: TAG,
      summary: 'Save answers of an open attempt',
      description:
        'An answer replaces the saved answer to the same question; other answers stay. Nothing is graded before the submission.',
      access: 'user',
      params: attemptParams,
      body: z.object({ answers: AnswersSchema }),
      bodyExample: ANSWERS_EXAMPLE,
      response: {
        data: z
          .object({ attemptId: z.string(), answeredCount: z.int(), totalQuestions: z.int() })
          .openapi('SavedTestAnswers'),
        example: { attemptId: ATTEMPT_EXAMPLE.attemptId, answeredCount: 3, totalQuestions: 8 },
        message: 'Answers saved',
      },
      refusals: [errors.test_attempt_not_found, errors.test_attempt_submitted, errors.test_attempt_expired],
      handle: async ({ caller: { userId }, params, body, write, now }) => {
        const attemptId = params.attemptId as TestAttemptId
        const answers = body.answers as SentAnswer[]
        return write(async (tx) => {
          const attempt = await saveAnswers(tx, { userId, attemptId, answers, now })
          const { length: totalQuestions } = attempt.questionIds
          return { attemptId, answeredCount: attempt.answers.length, totalQuestions }
        })
      },
    }),

    endpoint({
      method: 'post',
      path: '/course-test-attempts/:attemptId/submit',
      tag: TAG,
      summary: 'Submit your attempt',
      description:
        'The server grades it once: `answers` of the body and the saved answers to other questions. Omitted questions count as wrong. A repeated submission returns the first result.',
      access: 'user',
      params: attemptParams,
      body: z.object({ answers: AnswersSchema.default([]) }),
      bodyExample: ANSWERS_EXAMPLE,
      response: { data: OutcomeSchema, example: OUTCOME_EXAMPLE },
      refusals: [
        errors.test_attempt_not_found,
        errors.test_attempt_expired,
        errors.test_of_own_course,
        errors.test_not_for_admins,
      ],
      handle: async ({ caller: { userId }, params, body, write, now }) => {
        const attemptId = params.attemptId as TestAttemptId
        const answers = body.answers as SentAnswer[]
        return write(async (tx) =>
          presentOutcome(await submitAttempt(tx, { userId, attemptId, answers, now })),
        )
      },
    }),

    endpoint({
      method: 'get',
      path: '/course-test-attempts/:attemptId/result',
      tag: TAG,
      summary: 'Read the result of your attempt with solutions and explanations',
      description: 'Available after the submission.',
      access: 'user',
      params: attemptParams,
      response: { data: ResultSchema, example: RESULT_EXAMPLE },
      refusals: [errors.test_attempt_not_found, errors.test_not_submitted],
      handle: async ({ caller: { userId }, params }) =>
        withUrls(await presentResult(db, await getAttempt(userId, params.attemptId))),
    }),
  ]
}
