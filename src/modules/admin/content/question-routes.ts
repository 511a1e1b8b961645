import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { safeQuiz } from '../../learning/editing/store-slides.ts'
import {
  archiveQuestion,
  createQuestion,
  publishQuestion,
  updateQuestion,
} from '../../questions/editing/edit-question.ts'
import {
  getEditedQuestion,
  listAllTopics,
  listEditedQuestions,
} from '../../questions/editing/list-questions.ts'
import {
  EditedQuestionSchema,
  QuestionDraftSchema,
  QuestionPatchSchema,
} from '../../questions/editing/question-draft.ts'
import { errors } from '../../questions/errors.ts'
import type { QuestionId } from '../../questions/question.ts'
import { adminAct, adminRead, showing } from '../admin-endpoint.ts'
import { QUESTION_DRAFT_EXAMPLE, QUESTION_EXAMPLE, TOPIC_ID } from './content-examples.ts'
import { catalogueEdit } from './course-routes.ts'
import { ContentParams, edited, made, SearchPaging } from './edited.ts'

export function questionRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = catalogueEdit(platform)
  const answer = { status: 200, data: EditedQuestionSchema, example: QUESTION_EXAMPLE } as const
  return [
    adminRead('GET /admin/topics', {
      summary: 'List topics',
      answer: {
        status: 200,
        data: z.array(z.object({ id: z.string(), key: z.string(), title: z.string() })),
        example: [{ id: TOPIC_ID, key: 'general', title: 'General' }],
      },
      handle: () => listAllTopics(db),
    }),

    adminRead('GET /admin/questions', {
      summary: 'List questions with their answers',
      description: 'Newest first. The questions of contests are with their contests.',
      query: SearchPaging.extend({
        topicId: z.uuid().optional(),
        use: z.enum(['PRACTICE', 'CHALLENGE']).optional(),
      }),
      answer: {
        status: 200,
        data: z.array(EditedQuestionSchema),
        meta: PagingMeta,
        example: [QUESTION_EXAMPLE],
      },
      handle: async ({ query }) => {
        const { questions, total } = await listEditedQuestions(db, query)
        return new Reply(questions, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAct(platform, 'POST /admin/questions', {
      summary: 'Write a question',
      description: 'A draft, which nobody is asked before it is published.',
      body: QuestionDraftSchema,
      bodyExample: QUESTION_DRAFT_EXAMPLE,
      answer: { ...answer, status: 201 },
      refusals: [errors.topic_not_found],
      perform: async (tx, { body, now }) =>
        made('question.created', await createQuestion(tx, { draft: safeQuiz(body), now })),
    }),

    adminRead('GET /admin/questions/:id', {
      summary: 'Read a question with its answer',
      params: ContentParams,
      answer,
      refusals: [errors.question_not_found],
      handle: ({ params }) => getEditedQuestion(db, params.id as QuestionId),
    }),

    adminAct(platform, 'PATCH /admin/questions/:id', {
      summary: 'Change a question',
      params: ContentParams,
      body: QuestionPatchSchema,
      bodyExample: { explanation: 'Whoever has the key can sign.' },
      answer: showing(answer, { explanation: 'Whoever has the key can sign.' }),
      refusals: [errors.question_not_found, errors.owned_by_pack, errors.topic_not_found],
      perform: async (tx, { params, body }) =>
        edited(
          'question.updated',
          await edit(tx, () =>
            updateQuestion(tx, { questionId: params.id as QuestionId, patch: safeQuiz(body) }),
          ),
        ),
    }),

    adminAct(platform, 'POST /admin/questions/:id/publish', {
      summary: 'Put a question to use',
      params: ContentParams,
      answer: showing(answer, { status: 'PUBLISHED' }),
      refusals: [errors.question_not_found, errors.owned_by_pack],
      perform: async (tx, { params }) =>
        edited('question.published', await publishQuestion(tx, params.id as QuestionId)),
    }),

    adminAct(platform, 'POST /admin/questions/:id/archive', {
      summary: 'Take a question out of use',
      description: 'What refers to it still reads and grades it.',
      params: ContentParams,
      answer: showing(answer, { status: 'ARCHIVED' }),
      refusals: [errors.question_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        edited('question.archived', await archiveQuestion(tx, { questionId: params.id as QuestionId, now })),
    }),
  ]
}
