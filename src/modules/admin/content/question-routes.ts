import { z } from '@hono/zod-openapi'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../../authoring/errors.ts'
import { changeCatalog } from '../../authoring/public/change-catalog.ts'
import {
  archiveQuestion,
  createQuestion,
  publishQuestion,
  updateQuestion,
} from '../../authoring/public/edit-question.ts'
import { getEditedQuestion, listEditedQuestions } from '../../authoring/public/list-questions.ts'
import {
  EditedQuestionSchema,
  QuestionDraftSchema,
  QuestionPatchSchema,
} from '../../authoring/public/question-draft.ts'
import { listTopics } from '../../questions/public/list-topics.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import { ContentParams, created, SearchPaging, updated } from './content-changes.ts'
import { QUESTION_DRAFT_EXAMPLE, QUESTION_EXAMPLE, TOPIC_ID } from './content-examples.ts'

export function questionRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const response = { status: 200, data: EditedQuestionSchema, example: QUESTION_EXAMPLE } as const
  return [
    adminRead('GET /admin/topics', {
      summary: 'List topics',
      response: {
        status: 200,
        data: z.array(z.object({ id: z.string(), key: z.string(), title: z.string() })),
        example: [{ id: TOPIC_ID, key: 'general', title: 'General' }],
      },
      handle: () => listTopics(db),
    }),

    adminRead('GET /admin/questions', {
      summary: 'List questions with their answers',
      description: 'Newest first. The questions of contests are with their contests.',
      query: SearchPaging.extend({
        topicId: z.uuid().optional(),
        use: z.enum(['PRACTICE', 'CHALLENGE']).optional(),
      }),
      response: {
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

    adminAction(platform, 'POST /admin/questions', {
      summary: 'Write a question',
      description: 'A draft, which nobody is asked before it is published.',
      body: QuestionDraftSchema,
      bodyExample: QUESTION_DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [errors.topic_not_found],
      perform: async (tx, { body, now }) =>
        created('question.created', await createQuestion(tx, { draft: body, now })),
    }),

    adminRead('GET /admin/questions/:id', {
      summary: 'Read a question with its answer',
      params: ContentParams,
      response,
      refusals: [errors.question_not_found],
      handle: ({ params }) => getEditedQuestion(db, params.id as QuestionId),
    }),

    adminAction(platform, 'PATCH /admin/questions/:id', {
      summary: 'Change a question',
      params: ContentParams,
      body: QuestionPatchSchema,
      bodyExample: { explanation: 'Whoever has the key can sign.' },
      response: withExample(response, { explanation: 'Whoever has the key can sign.' }),
      refusals: [errors.question_not_found, errors.owned_by_pack, errors.topic_not_found],
      perform: async (tx, { params, body }) =>
        updated(
          'question.updated',
          await edit(tx, () => updateQuestion(tx, { questionId: params.id as QuestionId, patch: body })),
        ),
    }),

    adminAction(platform, 'POST /admin/questions/:id/publish', {
      summary: 'Put a question to use',
      params: ContentParams,
      response: withExample(response, { status: 'PUBLISHED' }),
      refusals: [errors.question_not_found, errors.owned_by_pack],
      perform: async (tx, { params }) =>
        updated('question.published', await publishQuestion(tx, params.id as QuestionId)),
    }),

    adminAction(platform, 'POST /admin/questions/:id/archive', {
      summary: 'Take a question out of use',
      description: 'What refers to it still reads and grades it.',
      params: ContentParams,
      response: withExample(response, { status: 'ARCHIVED' }),
      refusals: [errors.question_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        updated('question.archived', await archiveQuestion(tx, { questionId: params.id as QuestionId, now })),
    }),
  ]
}
