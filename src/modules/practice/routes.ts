import type { Db } from '../../platform/db/database.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam, TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { answerRequestFields, checkAnswerRequest } from '../questions/public/answer-request.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { HINT_EXAMPLE, HintSchema } from '../questions/public/hint.ts'
import {
  PRESENTED_EXAMPLE,
  presentedQuestionSchema,
  presentQuestion,
} from '../questions/public/present-question.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { SOLUTION_EXAMPLE } from '../questions/public/solution.ts'
import { withMediaUrls } from '../questions/public/with-media-urls.ts'
import { answerRound, PracticeAnswerSchema } from './answer-round.ts'
import { errors } from './errors.ts'
import { getHint } from './get-hint.ts'
import { findRound } from './queries.ts'
import { PRACTICE_XP_DAILY_CAP, type PracticeRound, type PracticeTarget, type RoundId } from './round.ts'
import { startRound } from './start-round.ts'

const TAG = 'Practice'

const RoundSchema = z
  .object({
    roundId: z.string(),
    lessonId: z.string().nullable(),
    skill: z.string().nullable(),
    startedAt: TimestampSchema,
    completedAt: TimestampSchema.nullable(),
    xpEarned: z.int().nullable().openapi({ description: 'Null until the round is completed' }),
    questions: z.array(
      presentedQuestionSchema('RoundQuestion', {
        isCorrect: z.boolean().nullable().openapi({ description: 'Null until you answer it' }),
      }),
    ),
  })
  .openapi('PracticeRound')

const ROUND_EXAMPLE = {
  roundId: '019a8b5e-7c1d-7000-8000-0000000000d3',
  lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
  skill: null,
  startedAt: '2026-11-02T08:10:00.000Z',
  completedAt: null,
  xpEarned: null,
  questions: [{ ...PRESENTED_EXAMPLE, isCorrect: null }],
}

export function practiceRoutes(platform: Platform): Endpoint[] {
  const { db, config } = platform
  const catalog = catalogCache(platform)
  const withUrls = <Value>(value: Value): Value => withMediaUrls(value, config.publicUrl)
  const params = z.object({ roundId: IdParam })
  return [
    endpoint({
      method: 'post',
      path: '/practice/rounds',
      tag: TAG,
      summary: 'Start a round of practice',
      description:
        'Repeats a lesson that you have completed, or a skill. Questions that you have never answered in lessons, reviews or completed rounds come first, then those you answered the longest time ago. Questions of the last round come only if there are no others. An open round of the same lesson or skill is returned; an open round of another one ends without a result.',
      access: 'user',
      body: z
        .object({
          lessonId: z.uuid().optional(),
          skill: z
            .string()
            .min(1)
            .max(80)
            .optional()
            .openapi({ description: 'A skill of a course, or one of `GET /mastery`' }),
        })
        .superRefine(({ lessonId, skill }, context) => {
          if ((lessonId === undefined) === (skill === undefined))
            context.addIssue({
              code: 'custom',
              path: ['lessonId'],
              message: 'or skill is required, and only one',
            })
        }),
      bodyExample: { lessonId: ROUND_EXAMPLE.lessonId },
      response: { status: 201, data: RoundSchema, example: ROUND_EXAMPLE },
      refusals: [
        catalogErrors.lesson_not_found,
        errors.practice_lesson_not_completed,
        errors.practice_skill_not_found,
        errors.practice_too_few_questions,
      ],
      handle: async ({ caller: { userId }, body: { lessonId, skill }, write, now }) => {
        const current = await catalog.current()
        const target: PracticeTarget =
          skill === undefined ? { lessonId: lessonId as LessonId, skill: null } : { lessonId: null, skill }
        return write(async (tx) => {
          const round = await startRound(tx, { userId, catalog: current, target, now })
          return withUrls(await presentRound(tx, round))
        })
      },
    }),

    endpoint({
      method: 'get',
      path: '/practice/rounds/:roundId',
      tag: TAG,
      summary: 'Read one of your rounds of practice',
      access: 'user',
      params,
      response: { data: RoundSchema, example: ROUND_EXAMPLE },
      refusals: [errors.practice_round_not_found],
      handle: async ({ caller: { userId }, params: { roundId } }) => {
        const round = await findRound(db, roundId as RoundId, userId)
        if (!round) throw errors.practice_round_not_found()
        return withUrls(await presentRound(db, round))
      },
    }),

    endpoint({
      method: 'post',
      path: '/practice/rounds/:roundId/answers',
      tag: TAG,
      summary: 'Answer a question of a round',
      description: `The response has the solution and the explanation. The first answer to a question counts, and a repeated one gets its grade. The last question completes the round: it extends the streak and pays 1 XP for each correct answer, at most ${PRACTICE_XP_DAILY_CAP} XP per day.`,
      access: 'user',
      params,
      body: z
        .object({
          questionId: z.uuid(),
          ...answerRequestFields,
          usedHint: z
            .boolean()
            .default(false)
            .openapi({ description: 'Whether you read the hint first. It is stored with the answer.' }),
        })
        .superRefine(checkAnswerRequest),
      bodyExample: { questionId: PRESENTED_EXAMPLE.id, selectedOption: 1 },
      response: {
        data: PracticeAnswerSchema,
        example: {
          isCorrect: true,
          feedback: null,
          feedbackHtml: null,
          parts: null,
          solution: SOLUTION_EXAMPLE,
          answeredCount: 8,
          totalQuestions: 8,
          result: { correctCount: 7, xpEarned: 7, newTotalXP: 127, streakDays: 4, isStreakExtended: true },
        },
      },
      refusals: [errors.practice_round_not_found],
      handle: async ({
        caller: { userId },
        params,
        body: { questionId, usedHint, ...request },
        write,
        now,
      }) => {
        const answer = {
          userId,
          roundId: params.roundId as RoundId,
          questionId: questionId as QuestionId,
          request,
          usedHint,
          catalog: await catalog.current(),
          now,
        }
        return write(async (tx) => withUrls(await answerRound(tx, answer)))
      },
    }),

    endpoint({
      method: 'get',
      path: '/practice/rounds/:roundId/questions/:questionId/hint',
      tag: TAG,
      summary: 'Read the hint of a question of a round',
      description: 'For questions with `hasHint`. Send `usedHint` with the answer.',
      access: 'user',
      params: z.object({ roundId: IdParam, questionId: IdParam }),
      response: { data: HintSchema, example: HINT_EXAMPLE },
      refusals: [errors.practice_round_not_found],
      handle: async ({ caller: { userId }, params: { roundId, questionId } }) => {
        const asked = { userId, roundId: roundId as RoundId, questionId: questionId as QuestionId }
        return withUrls(await getHint(db, asked))
      },
    }),
  ]
}

/** The questions of a round, without solutions. */
async function presentRound(db: Db, round: PracticeRound) {
  const { id: roundId, lessonId, skill, seed, startedAt, completedAt, answers } = round
  const isCorrect = new Map(answers.map((answer) => [answer.questionId, answer.isCorrect]))
  const questions = await getStoredQuestions(db, round.questionIds)
  return {
    roundId,
    lessonId,
    skill,
    startedAt: startedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    xpEarned: completedAt ? round.xp : null,
    questions: questions.map((question) => ({
      ...presentQuestion(question, seed),
      isCorrect: isCorrect.get(question.id) ?? null,
    })),
  }
}
