import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import { addCourseAuthor } from '../authoring/public/course-authors.ts'
import {
  archiveQuestion,
  createQuestion,
  publishQuestion,
  updateQuestion,
} from '../authoring/public/edit-question.ts'
import type { Editor } from '../authoring/public/editor.ts'
import { getEditedQuestion, listEditedQuestions } from '../authoring/public/list-questions.ts'
import {
  type EditedQuestion,
  EditedQuestionSchema,
  QuestionDraftSchema,
  QuestionPatchSchema,
  QuestionQuerySchema,
} from '../authoring/public/question-draft.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { errors as publishingErrors } from '../publishing/errors.ts'
import { listTopics } from '../questions/public/list-topics.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { contentEndpoints, OwnSearchPaging } from './content-endpoints.ts'
import { QUESTION_DRAFT_EXAMPLE, QUESTION_EXAMPLE, TOPIC_ID } from './content-examples.ts'
import { requireUnreviewedTest } from './publish-content.ts'

export function questionRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const refusals = [errors.question_not_found, errors.owned_by_pack, errors.not_an_author]
  return [
    adminRead('GET /admin/topics', {
      summary: 'List topics',
      response: {
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
          'Newest first. An author sees own questions, those in lessons of own courses, and the published questions of packs; an ADMIN sees all. Questions of course tests are listed with `use=TEST`, to authors of the course. The questions of contests are part of their contests.',
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
        refusals: [
          errors.topic_not_found,
          errors.course_not_found,
          errors.not_an_author,
          errors.owned_by_pack,
        ],
        run: (tx, { editor, body: draft, now }) => {
          if (draft.use !== 'TEST') return createQuestion(tx, { draft, editor, now })
          return edit(tx, async () => {
            const question = await createQuestion(tx, { draft, editor, now })
            await recordTestAuthor(tx, question, editor)
            return question
          })
        },
      },
      read: {
        summary: 'Read a question with its answer',
        refusals: [errors.question_not_found],
        find: ({ params, caller }) => getEditedQuestion(db, params.id, caller),
      },
      update: {
        summary: 'Update a question',
        description:
          'Changes of a question in a published lesson or test are published with it. Other questions change at once. If prompt, options or solution change, the publication makes a new question of it.',
        body: QuestionPatchSchema,
        example: { explanation: 'Only the owner of the key can sign.' },
        refusals: [...refusals, errors.topic_not_found],
        run: (tx, { editor, params, body: patch }) =>
          edit(tx, async () => {
            const changed = await updateQuestion(tx, { questionId: params.id, patch, editor })
            await recordTestAuthor(tx, changed.after, editor)
            return changed
          }),
      },
      transitions: {
        publish: {
          summary: 'Publish a question',
          refusals: [...refusals, publishingErrors.review_required],
          run: (tx, { editor, params }) =>
            edit(tx, async () => {
              const published = await publishQuestion(tx, { questionId: params.id, editor })
              if (published.after.use === 'TEST') requireUnreviewedTest(platform.config, editor)
              await recordTestAuthor(tx, published.after, editor)
              return published
            }),
        },
        archive: {
          summary: 'Archive a question',
          description: 'Lessons and battles that use the question still show and grade it.',
          refusals: [...refusals, errors.test_is_required],
          run: (tx, { editor, params, now }) =>
            edit(tx, () => archiveQuestion(tx, { questionId: params.id, editor, now })),
        },
      },
    }),
  ]
}

/** Who wrote a question of a test knows its solution, so an author cannot take the test. */
async function recordTestAuthor(tx: Tx, { courseId }: EditedQuestion, { userId }: Editor): Promise<void> {
  if (courseId !== null) await addCourseAuthor(tx, courseId as CourseId, userId)
}
