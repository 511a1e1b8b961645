import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  archiveQuestion,
  createQuestion,
  publishQuestion,
  updateQuestion,
} from '../authoring/public/edit-question.ts'
import { getEditedQuestion, listEditedQuestions } from '../authoring/public/list-questions.ts'
import {
  EditedQuestionSchema,
  QuestionDraftSchema,
  QuestionPatchSchema,
  QuestionQuerySchema,
} from '../authoring/public/question-draft.ts'
import { listTopics } from '../questions/public/list-topics.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { adminRead } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints, editorOf, idParams, OwnSearchPaging } from './content-endpoints.ts'
import { QUESTION_DRAFT_EXAMPLE, QUESTION_EXAMPLE, TOPIC_ID } from './content-examples.ts'

export function questionRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const refusals = [errors.question_not_found, errors.owned_by_pack, errors.not_an_author]
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

    ...contentEndpoints({
      name: 'question',
      path: '/admin/questions',
      itemPath: '/admin/questions/:id',
      params: idParams<QuestionId>(),
      schema: EditedQuestionSchema,
      isVersioned: true,
      example: QUESTION_EXAMPLE,
      list: {
        summary: 'List questions with their answers',
        description:
          'Newest first. An author sees own questions, those in lessons of own courses, and the published questions of packs; an ADMIN sees all. The questions of contests are part of their contests.',
        query: OwnSearchPaging.extend(QuestionQuerySchema.shape),
        find: async ({ query, caller: editor }) => {
          const { questions: items, total } = await listEditedQuestions(db, { ...query, editor })
          return { items, total }
        },
      },
      create: {
        summary: 'Create a question',
        description: 'The question is a draft: it is asked after it is published.',
        body: QuestionDraftSchema,
        example: QUESTION_DRAFT_EXAMPLE,
        refusals: [errors.topic_not_found],
        run: (tx, { caller: editor, body: draft, now }) => createQuestion(tx, { draft, editor, now }),
      },
      read: {
        summary: 'Read a question with its answer',
        refusals: [errors.question_not_found],
        find: ({ params, caller }) => getEditedQuestion(db, params.id, caller),
      },
      update: {
        summary: 'Update a question',
        description:
          'Changes of a question that learners may have open are published with its lesson. If prompt, options or solution change, the publication makes a new question of it.',
        body: QuestionPatchSchema,
        example: { explanation: 'Only the owner of the key can sign.' },
        refusals: [...refusals, errors.topic_not_found],
        run: (tx, { caller, headers, params, body: patch }) =>
          edit(tx, () =>
            updateQuestion(tx, { questionId: params.id, patch, editor: editorOf({ caller, headers }) }),
          ),
      },
      transitions: {
        publish: {
          summary: 'Publish a question',
          refusals,
          run: (tx, { caller, headers, params }) =>
            publishQuestion(tx, { questionId: params.id, editor: editorOf({ caller, headers }) }),
        },
        archive: {
          summary: 'Archive a question',
          description: 'Lessons and battles that use the question still show and grade it.',
          refusals,
          run: (tx, { caller, headers, params, now }) =>
            archiveQuestion(tx, { questionId: params.id, editor: editorOf({ caller, headers }), now }),
        },
      },
    }),
  ]
}
