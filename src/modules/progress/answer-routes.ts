import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as catalogErrors } from '../catalog/errors.ts'
import { getLesson } from '../catalog/public/catalog.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { answerRequestFields, checkAnswerRequest } from '../questions/public/answer-request.ts'
import { HINT_EXAMPLE, HintSchema } from '../questions/public/hint.ts'
import { PRESENTED_EXAMPLE } from '../questions/public/present-question.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { SOLUTION_EXAMPLE } from '../questions/public/solution.ts'
import { withMediaUrls } from '../questions/public/with-media-urls.ts'
import { AnsweredQuestionSchema, answerQuestion } from './answer-question.ts'
import { askForHint } from './ask-for-hint.ts'
import { errors } from './errors.ts'
import { OCCURRED_AT_REFUSALS, OccurredAtSchema, readOccurredAt } from './public/resolve-occurred-at.ts'

const TAG = 'Learning'

/** Answers to the questions of a lesson, and hints. */
export function answerRoutes(platform: Platform): Endpoint[] {
  const { publicUrl } = platform.config
  const catalog = catalogCache(platform)
  const find = async (lessonId: string, questionId: string) => {
    const { course, lesson } = getLesson(await catalog.current(), lessonId)
    const { questions, earlierQuestions } = await catalog.getLessonContent(lesson.id)
    const id = questionId as QuestionId
    return { course, lesson, question: questions.get(id) ?? earlierQuestions.get(id) }
  }
  const params = z.object({ lessonId: IdParam })
  const refusals = [catalogErrors.lesson_not_found, errors.lesson_locked, errors.premium_required]

  return [
    endpoint({
      method: 'post',
      path: '/user-lessons/:lessonId/answers',
      tag: TAG,
      summary: 'Answer a question of a lesson',
      description:
        'The server grades the answer, also to a question that a later publication changed or removed after you opened the lesson. The first answer to a question counts for the verified score of the lesson. A single-choice question of a QUIZ slide is answered by `selectedOption`, a question of a QUESTION slide by `answer` and the `attempt` of the slide.',
      access: 'user',
      params,
      body: z
        .object({
          questionId: z.uuid(),
          ...answerRequestFields,
          attempt: z
            .string()
            .min(1)
            .max(64)
            .optional()
            .openapi({ description: 'Required with `answer`: the attempt of the slide' }),
          timeSpentSeconds: z.number().min(0).max(86_400).optional().openapi({
            description: 'From the question to the answer. Authors see the median of all first answers.',
          }),
          occurredAt: OccurredAtSchema,
        })
        .superRefine(checkAnswerRequest),
      bodyExample: { questionId: PRESENTED_EXAMPLE.id, selectedOption: 1 },
      response: {
        data: AnsweredQuestionSchema,
        example: {
          isCorrect: true,
          feedback: null,
          feedbackHtml: null,
          parts: null,
          correctIndex: 1,
          explanation: SOLUTION_EXAMPLE.explanation,
          explanationHtml: SOLUTION_EXAMPLE.explanationHtml,
          solution: SOLUTION_EXAMPLE,
        },
      },
      refusals: [...refusals, ...OCCURRED_AT_REFUSALS],
      handle: async ({ caller: { userId }, params: { lessonId }, body, write, now }) => {
        const { questionId, occurredAt: _, timeSpentSeconds, ...request } = body
        const asked = await find(lessonId, questionId)
        const answer = { userId, ...asked, request, timeSpentSeconds, occurredAt: readOccurredAt(body), now }
        return write(async (tx) => withMediaUrls(await answerQuestion(tx, answer), publicUrl))
      },
    }),

    endpoint({
      method: 'post',
      path: '/user-lessons/:lessonId/hints',
      tag: TAG,
      summary: 'Ask for the hint of a question of a lesson',
      description:
        'For questions with `hasHint`. That you asked is stored with your answer; a right one is then reviewed sooner. It does not change the verified score.',
      access: 'user',
      params,
      body: z.object({ questionId: z.uuid() }),
      bodyExample: { questionId: PRESENTED_EXAMPLE.id },
      response: {
        data: HintSchema,
        example: HINT_EXAMPLE,
      },
      refusals,
      handle: async ({ caller, params: { lessonId }, body: { questionId }, write, now }) => {
        const asked = await find(lessonId, questionId)
        return write(async (tx) =>
          withMediaUrls(await askForHint(tx, { userId: caller.userId, ...asked, now }), publicUrl),
        )
      },
    }),
  ]
}
