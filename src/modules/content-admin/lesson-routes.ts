import type { Endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  type EditedLesson,
  EditedLessonSchema,
  LessonDraftSchema,
  LessonPatchSchema,
} from '../authoring/public/content-draft.ts'
import {
  archiveLesson,
  createLesson,
  discardLessonChanges,
  updateLesson,
} from '../authoring/public/edit-lesson.ts'
import { getEditedLesson, listLessons } from '../authoring/public/list-content.ts'
import { shareLesson, unshareLesson } from '../authoring/public/share-lesson.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import { getLessonDraft } from '../catalog/public/lesson-draft.ts'
import { LESSON_EXAMPLE as CONTENT_EXAMPLE, LessonContentSchema } from '../progress/public/lesson-view.ts'
import { previewLesson } from '../progress/public/preview-lesson.ts'
import { errors as publishingErrors } from '../publishing/errors.ts'
import { ChangeNoteSchema } from '../publishing/public/change-note.ts'
import { adminAction, adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import {
  contentEndpoints,
  type RecordedEdit,
  StatusPaging,
  VersionQuery,
  versionOf,
} from './content-endpoints.ts'
import { LESSON_DRAFT_EXAMPLE, LESSON_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { publishLessonWithinLimits, requireUnreviewed } from './publish-content.ts'
import { recordLesson } from './record-history.ts'

const PublishLessonSchema = z.object({ changeNote: ChangeNoteSchema })

export function lessonRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const rewardLimit = new CreatorRewardLimit(platform)
  const authorRefusals = [errors.owned_by_pack, errors.not_an_author]
  const slideRefusals = [...authorRefusals, errors.question_in_use, errors.not_for_practice]
  const refusals = [errors.lesson_not_found, ...authorRefusals]
  const lessons = contentEndpoints({
    name: 'lesson',
    path: '/admin/courses/:id/lessons',
    itemPath: '/admin/lessons/:id',
    parentParams: idParams<CourseId>(),
    params: idParams<LessonId>(),
    schema: EditedLessonSchema,
    isVersioned: true,
    edit: changeCatalog(platform),
    record: (tx, edit) => recordLesson(tx, edit as RecordedEdit<EditedLesson>),
    example: LESSON_EXAMPLE,
    list: {
      summary: 'List the lessons of a course in every status',
      description: 'Only authors of the course and an ADMIN see the lessons that are not published.',
      query: StatusPaging,
      refusals: [errors.course_not_found],
      find: ({ params, query, caller: editor }) => listLessons(db, { courseId: params.id, ...query, editor }),
    },
    create: {
      summary: 'Create a lesson',
      description: 'The lesson is a draft. A quiz slide refers to a practice question or contains a new one.',
      body: LessonDraftSchema,
      example: LESSON_DRAFT_EXAMPLE,
      refusals: [errors.course_not_found, ...slideRefusals],
      run: (tx, { editor, params: { id: courseId }, body: draft, now }) => {
        const change = () => createLesson(tx, { courseId, draft, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
    },
    read: {
      summary: 'Read a lesson in any status',
      description: 'Authors of the course and an ADMIN get it with its unpublished changes.',
      query: VersionQuery,
      refusals: [errors.lesson_not_found],
      find: ({ params, query, caller }) => getEditedLesson(db, params.id, caller, versionOf(query)),
    },
    update: {
      summary: 'Update a lesson',
      description:
        'Learners see the change of a published lesson after its next publication, and a new `order` at once.',
      body: LessonPatchSchema,
      example: { xpReward: 25 },
      refusals: [errors.lesson_not_found, ...slideRefusals, ...REWARD_REFUSALS],
      run: async (tx, { editor, params: { id: lessonId }, body: patch, now }) => {
        const { courseId } = await getEditedLesson(tx, lessonId, editor)
        const change = () => updateLesson(tx, { lessonId, patch, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
    },
    transitions: {
      publish: {
        summary: 'Publish a lesson',
        description: 'Publishes a draft, or the changes of a published lesson. Completions stay.',
        example: { status: 'PUBLISHED', hasUnpublishedChanges: false },
        refusals: [...refusals, publishingErrors.review_required, ...REWARD_REFUSALS],
        body: PublishLessonSchema,
        bodyExample: { changeNote: 'The pictures are new.' },
        run: (tx, { editor, params: { id: lessonId }, body, now }) => {
          const request = body as z.output<typeof PublishLessonSchema>
          requireUnreviewed(platform.config, editor)
          return publishLessonWithinLimits(tx, rewardLimit, { lessonId, ...request, editor, now })
        },
      },
      'discard-changes': {
        summary: 'Discard the unpublished changes of a lesson',
        description: 'The lesson is again as learners see it.',
        refusals,
        run: (tx, { editor, params: { id: lessonId } }) => discardLessonChanges(tx, { lessonId, editor }),
      },
      archive: {
        summary: 'Archive a lesson',
        refusals: [...refusals, errors.last_lesson],
        run: (tx, { editor, params, now }) => archiveLesson(tx, { lessonId: params.id, editor, now }),
      },
    },
  })
  return [...lessons, ...previewRoutes(platform)]
}

const LinkSchema = z
  .object({
    token: z.string(),
    url: z.string().openapi({ description: 'Readable without an account' }),
    expiresAt: TimestampSchema,
  })
  .openapi('LessonPreviewLink')

/** Authors see a draft as a learner will see it, and show it to others by a link. */
function previewRoutes({ db, config: { publicUrl } }: Platform): Endpoint[] {
  const params = idParams<LessonId>()
  const refusals = [errors.lesson_not_found, errors.not_an_author]
  return [
    adminRead('GET /admin/lessons/:id/preview', {
      summary: 'Preview a lesson',
      description:
        'The lesson in any status, with its unpublished changes, exactly as `GET /lesson/{id}` will show it to learners. It counts as no learning. For authors of the course and an ADMIN.',
      params,
      response: { data: LessonContentSchema, example: CONTENT_EXAMPLE },
      refusals,
      handle: async ({ params, caller }) => {
        const { canEdit } = await getEditedLesson(db, params.id, caller)
        if (!canEdit && caller.role !== 'ADMIN') throw errors.not_an_author()
        return previewLesson(db, await getLessonDraft(db, params.id), publicUrl)
      },
    }),

    adminAction('POST /admin/lessons/:id/preview-link', {
      summary: 'Create a link to the preview of a lesson',
      description:
        'Whoever has the link can read the lesson until it expires. A new link ends the earlier one.',
      params,
      body: z.object({
        days: z.int().min(1).max(30).default(7).openapi({ description: 'How long the link is valid' }),
      }),
      bodyExample: { days: 7 },
      response: {
        status: 201,
        data: LinkSchema,
        example: {
          token: EXAMPLE_TOKEN,
          url: linkOf('', EXAMPLE_TOKEN),
          expiresAt: '2026-11-09T08:00:00.000Z',
        },
      },
      refusals: [...refusals, errors.owned_by_pack],
      perform: async (tx, { caller: editor, params: { id: lessonId }, body: { days }, now }) => {
        const { token, expiresAt } = await shareLesson(tx, { lessonId, days, editor, now })
        return {
          data: { token, url: linkOf(publicUrl, token), expiresAt: expiresAt.toISOString() },
          act: {
            name: 'lesson.shared',
            subject: { kind: 'lesson', id: lessonId },
            before: null,
            after: { expiresAt: expiresAt.toISOString() },
          },
        }
      },
    }),

    adminAction('DELETE /admin/lessons/:id/preview-link', {
      summary: 'End the link to the preview of a lesson',
      params,
      response: { data: z.object({ id: z.string() }), example: { id: LESSON_EXAMPLE.id } },
      refusals: [...refusals, errors.owned_by_pack],
      perform: async (tx, { caller: editor, params: { id: lessonId } }) => {
        await unshareLesson(tx, { lessonId, editor })
        return {
          data: { id: lessonId },
          act: {
            name: 'lesson.unshared',
            subject: { kind: 'lesson', id: lessonId },
            before: null,
            after: null,
          },
        }
      },
    }),
  ]
}

const EXAMPLE_TOKEN = `${LESSON_EXAMPLE.id}.1794211200.${'a'.repeat(43)}`
const linkOf = (publicUrl: string, token: string) => `${publicUrl}/api/v2/public/lesson-previews/${token}`
