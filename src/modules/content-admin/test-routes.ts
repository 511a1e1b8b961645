import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import { copyIntoTest } from '../authoring/public/copy-content.ts'
import { addCourseAuthor } from '../authoring/public/course-authors.ts'
import { publishTestQuestions } from '../authoring/public/edit-question.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { errors as historyErrors } from '../content-history/errors.ts'
import { getRevision } from '../content-history/public/read-history.ts'
import { errors as publishingErrors } from '../publishing/errors.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { adminAction, adminRead, idParams, withExample } from '../staff-access/public/admin-endpoint.ts'
import { errors as poolErrors } from '../test-pools/errors.ts'
import {
  type CourseTestPatch,
  CourseTestPatchSchema,
  EditedCourseTestSchema,
  getEditableTest,
  getEditedTest,
  updateTest,
} from '../test-pools/public/course-test.ts'
import { drawExampleTest, ExampleTestSchema } from '../test-pools/public/draw-example-test.ts'
import { changedContent, editorOf, IfMatch } from './content-endpoints.ts'
import { COURSE_ID, QUESTION_ID } from './content-examples.ts'
import { readRoutes, versionParams } from './history-routes.ts'
import { requireUnreviewedTest } from './publish-content.ts'
import { recordTest } from './record-history.ts'

const MAX_COPIED = 100

const TEST_EXAMPLE = {
  id: COURSE_ID,
  courseTitle: 'Keeping keys safe',
  courseStatus: 'PUBLISHED' as const,
  origin: 'ADMIN' as const,
  canEdit: true,
  version: 3,
  questionCount: 8,
  passPercent: 80,
  isRequiredForCertificate: false,
  timeLimitSeconds: 2_400,
  pauseHours: 4,
  poolSize: 14,
  neededPoolSize: 24,
  draftCount: 2,
  changedCount: 0,
}

const AddedSchema = z
  .object({
    addedIds: z.array(z.string()).openapi({ description: 'The copies, in the order of the request' }),
    skipped: z.int().openapi({ description: 'Questions that the pool has already' }),
  })
  .openapi('AddedTestQuestions')

/** The test of a course: its rules, and what is done with all questions of its pool. */
export function testRoutes(platform: Platform): Endpoint[] {
  const { db, config } = platform
  const pauseHours = config.courseTestPauseHours
  const edit = changeCatalog(platform)
  const params = idParams<CourseId>()
  const response = {
    data: EditedCourseTestSchema,
    example: TEST_EXAMPLE,
    isVersioned: true,
  } as const
  const refusals = [errors.course_not_found, errors.not_an_author, errors.owned_by_pack]
  const subjectOf = (id: string) => ({ kind: 'course', id }) as const
  return [
    adminRead('GET /admin/courses/:id/test', {
      summary: 'Read the test of a course',
      description:
        'Its rules and the size of its pool. List its questions at /admin/questions with `use=TEST` and `courseId`. Only for authors of the course and an ADMIN.',
      params,
      response,
      refusals: [errors.course_not_found, errors.not_an_author],
      handle: ({ params: { id: courseId }, caller: editor }) =>
        getEditedTest(db, { courseId, editor, pauseHours }),
    }),

    adminAction('PATCH /admin/courses/:id/test', {
      summary: 'Update the rules of a course test',
      description: 'They apply to attempts that start later.',
      params,
      headers: IfMatch,
      body: CourseTestPatchSchema,
      bodyExample: { passPercent: 70 },
      response: withExample(response, { passPercent: 70 }),
      refusals: [
        ...refusals,
        poolErrors.pool_too_small,
        errors.version_changed,
        publishingErrors.review_required,
      ],
      perform: (tx, { caller, headers, params: { id: courseId }, body: patch, now }) =>
        edit(tx, async () => {
          const editor = editorOf({ caller, headers })
          requireUnreviewedTest(config, editor)
          const edited = await updateTest(tx, { courseId, patch, editor, pauseHours, now })
          await recordTest(tx, { act: 'EDITED', ...edited, authorId: caller.userId, now })
          return changedContent({ name: 'course' }, 'course_test.updated', edited)
        }),
    }),

    ...readRoutes<CourseId>(platform, {
      path: '/admin/courses/:id/test/history',
      kind: 'TEST',
      name: 'course test',
      notFound: errors.course_not_found,
      example: { questionCount: 8, passPercent: 80, isRequiredForCertificate: false },
      requireOwn: (_, courseId, editor) => getEditedTest(db, { courseId, editor, pauseHours }),
    }),

    adminAction('POST /admin/courses/:id/test/history/:version/restore', {
      summary: 'Restore earlier rules of a course test',
      description: 'An edit like any other: the rules apply to attempts that start later.',
      params: versionParams<CourseId>(),
      headers: IfMatch,
      response,
      refusals: [
        ...refusals,
        historyErrors.revision_not_found,
        poolErrors.pool_too_small,
        errors.version_changed,
        publishingErrors.review_required,
      ],
      perform: (tx, { caller, headers, params: { id: courseId, version }, now }) =>
        edit(tx, async () => {
          const editor = editorOf({ caller, headers })
          requireUnreviewedTest(config, editor)
          await getEditableTest(tx, { courseId, editor, pauseHours })
          const subject = { kind: 'TEST', subjectId: courseId } as const
          const { snapshot } = await getRevision(tx, subject, Number(version))
          const patch = snapshot as CourseTestPatch
          const restored = await updateTest(tx, { courseId, patch, editor, pauseHours, now })
          await recordTest(tx, { act: 'RESTORED', ...restored, authorId: caller.userId, now })
          return changedContent({ name: 'course' }, 'course_test.restored', restored)
        }),
    }),

    adminAction('POST /admin/courses/:id/test/questions', {
      summary: 'Add questions of the bank to a course test',
      description:
        'Copies questions that the caller sees into the pool, as drafts. Questions that the pool has already are left out. Write new ones at /admin/questions with the use TEST.',
      params,
      body: z.object({
        questionIds: z
          .array(z.uuid())
          .min(1)
          .max(MAX_COPIED)
          .refine((ids) => new Set(ids).size === ids.length, 'must differ from each other'),
      }),
      bodyExample: { questionIds: [QUESTION_ID] },
      response: {
        status: 201,
        data: AddedSchema,
        example: { addedIds: ['019a8b5e-7c1d-7000-8000-0000000000f9'], skipped: 0 },
      },
      refusals: [...refusals, errors.question_not_found],
      perform: (tx, { caller: editor, params: { id: courseId }, body, now }) =>
        edit(tx, async () => {
          const questionIds = body.questionIds as QuestionId[]
          const { added, skipped } = await copyIntoTest(tx, { courseId, questionIds, editor, now })
          if (added.length > 0) await addCourseAuthor(tx, courseId, editor.userId)
          const name = 'course_test.questions_added'
          const act = {
            name,
            subject: subjectOf(courseId),
            before: null,
            after: { questionIds: added },
          } as const
          return { data: { addedIds: added, skipped }, act: added.length > 0 ? act : undefined }
        }),
    }),

    adminAction('POST /admin/courses/:id/test/publish', {
      summary: 'Publish the questions of a course test',
      description:
        'Publishes all drafts and changes of its pool. A question whose prompt, options or solution changed is replaced by a new one, so that open attempts are judged by what they asked.',
      params,
      response: withExample(response, { poolSize: 16, draftCount: 0 }),
      refusals: [...refusals, publishingErrors.review_required],
      perform: (tx, { caller: editor, params: { id: courseId }, now }) =>
        edit(tx, async () => {
          requireUnreviewedTest(config, editor)
          const { poolSize } = await getEditableTest(tx, { courseId, editor, pauseHours })
          const questionCount = await publishTestQuestions(tx, courseId, now)
          if (questionCount > 0) await addCourseAuthor(tx, courseId, editor.userId)
          const data = await getEditedTest(tx, { courseId, editor, pauseHours })
          const act = {
            name: 'course_test.published',
            subject: subjectOf(courseId),
            before: { poolSize },
            after: { poolSize: data.poolSize, questionCount },
          } as const
          return { data, act: questionCount > 0 ? act : undefined }
        }),
    }),

    adminRead('GET /admin/courses/:id/test/example', {
      summary: 'Draw an example of a course test',
      description:
        'As for a first attempt, from the pool with its drafts and changes. Each request draws another.',
      params,
      response: {
        data: ExampleTestSchema,
        example: [
          {
            id: QUESTION_ID,
            type: 'SINGLE_CHOICE',
            prompt: 'Who may spend?',
            skill: 'wallets',
            difficulty: 'EASY',
          },
        ],
      },
      refusals: [errors.course_not_found, errors.not_an_author],
      handle: ({ params, caller }) => drawExampleTest(db, params.id, caller),
    }),
  ]
}
