import type { Endpoint } from '../../platform/http/endpoint.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors as authoringErrors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import { getQuestionAccess } from '../authoring/public/editor.ts'
import { PUBLICATION_STATUSES } from '../authoring/public/question-draft.ts'
import { QUESTION_TYPES } from '../questions/public/question-content.ts'
import { adminAction, adminList, adminRead } from '../staff-access/public/admin-endpoint.ts'
import { BulkChangeSchema, BulkResultSchema, changeQuestions } from './change-questions.ts'
import { listDuplicateGroups, listTagCounts } from './queries.ts'

const QUESTION_ID = '019a8b5e-7c1d-7000-8000-0000000000f1'
const OTHER_ID = '019a8b5e-7c1d-7000-8000-0000000000f2'

const DuplicateSchema = z.array(
  z.object({
    id: z.string(),
    prompt: z.string(),
    type: z.enum(QUESTION_TYPES),
    status: z.enum(PUBLICATION_STATUSES),
  }),
)

export function bulkRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  return [
    adminRead('GET /admin/question-tags', {
      summary: 'List the tags of your questions',
      description: 'The most frequent first, at most 1,000. Archived questions do not count.',
      response: {
        data: z.array(z.object({ tag: z.string(), questionCount: z.int() })),
        example: [{ tag: 'keys', questionCount: 12 }],
      },
      handle: async ({ caller }) => listTagCounts(db, await getQuestionAccess(db, caller, null)),
    }),

    adminList('GET /admin/questions/duplicates', {
      summary: 'List questions that are the same',
      description:
        'Groups of questions of the caller with the same prompt and answers. Case, spaces, quotes and the order of options do not matter. Archived questions do not count.',
      item: DuplicateSchema,
      example: [
        { id: QUESTION_ID, prompt: 'Who may spend?', type: 'SINGLE_CHOICE', status: 'PUBLISHED' },
        { id: OTHER_ID, prompt: 'who may spend?', type: 'SINGLE_CHOICE', status: 'DRAFT' },
      ],
      list: async ({ caller }, page) => {
        const access = await getQuestionAccess(db, caller, null)
        const { groups, total } = await listDuplicateGroups(db, access, page)
        return { items: groups, total }
      },
    }),

    adminAction('POST /admin/questions/bulk', {
      summary: 'Change many questions',
      description:
        'Sets the topic or the difficulty, adds and removes tags, publishes or archives. Topic and difficulty of a question that learners may have open change with the next publication of its lesson. All changes are one transaction. A question that cannot be changed is reported and does not stop the others.',
      body: BulkChangeSchema,
      bodyExample: { ids: [QUESTION_ID], addTags: ['keys'], status: 'PUBLISHED' },
      response: { data: BulkResultSchema, example: [{ id: QUESTION_ID, result: 'CHANGED' }] },
      refusals: [authoringErrors.topic_not_found],
      perform: (tx, { caller: editor, body: change, now }) =>
        edit(tx, async () => {
          const data = await changeQuestions(tx, { change, editor, now })
          const questionIds = data.flatMap(({ id, result }) => (result === 'CHANGED' ? [id] : []))
          const { ids: _, ...changes } = change
          const act = {
            name: 'question.bulk_changed',
            subject: { kind: 'question_bulk', id: newId() },
            before: null,
            after: { ...changes, questionIds },
          } as const
          return { data, act: questionIds.length > 0 ? act : undefined }
        }),
    }),
  ]
}
