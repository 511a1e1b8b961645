import type { Db } from '../../platform/db/database.ts'
import type { RefusalFactory } from '../../platform/errors.ts'
import type { Endpoint, ResponseDefinition } from '../../platform/http/endpoint.ts'
import { isoDates } from '../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import type { CoursePatch, EditedCourse, EditedLesson } from '../authoring/public/content-draft.ts'
import { updateCourse } from '../authoring/public/edit-course.ts'
import { updateLesson } from '../authoring/public/edit-lesson.ts'
import { type Editor, requireAuthor } from '../authoring/public/editor.ts'
import { getEditedCourse, getEditedLesson } from '../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import { errors as historyErrors } from '../content-history/errors.ts'
import { diffSnapshots } from '../content-history/public/diff-snapshots.ts'
import { getRevision, listRevisions } from '../content-history/public/read-history.ts'
import { REVISION_ACTS, type RevisionSubject } from '../content-history/public/revision.ts'
import type { Snapshot } from '../content-history/public/snapshot.ts'
import { toLessonPatch } from '../content-history/public/to-lesson-patch.ts'
import { adminAction, adminList, adminRead, idParams } from '../staff-access/public/admin-endpoint.ts'
import { changedContent, editorOf, IfMatch, type RecordedEdit } from './content-endpoints.ts'
import {
  AUTHOR_ID,
  COURSE_EXAMPLE,
  COURSE_RESPONSE,
  LESSON_EXAMPLE,
  LESSON_RESPONSE,
} from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { recordCourse, recordLesson } from './record-history.ts'

const versionDigits = z.string().regex(/^\d{1,9}$/)
export const versionParams = <Id extends string>() =>
  idParams<Id>().extend({ version: versionDigits.openapi({ example: '3' }) })

const REVISION_FIELDS = {
  version: z.int(),
  act: z.enum(REVISION_ACTS),
  authorId: z
    .string()
    .nullable()
    .openapi({ description: 'Null for content that was written before its history began' }),
  createdAt: TimestampSchema.openapi({ description: 'The first of the edits that share the revision' }),
  updatedAt: TimestampSchema.openapi({ description: 'The last of them' }),
}
const RevisionSchema = z.object(REVISION_FIELDS).openapi('ContentRevision')
const content = z.looseObject({}).openapi({ description: 'The fields; a quiz contains its question' })
const FullRevisionSchema = z.object({ ...REVISION_FIELDS, content }).openapi('ContentRevisionWithContent')

const place = z.int().nullable().openapi({ description: 'From 1' })
const slide = z.looseObject({}).nullable()
export const DIFFERENCE_FIELDS = {
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  slides: z
    .array(
      z.object({
        change: z.enum(['ADDED', 'REMOVED', 'MOVED', 'CHANGED']),
        from: place,
        to: place,
        before: slide,
        after: slide,
      }),
    )
    .openapi({ description: 'Of a lesson. Slides that moved only because of others are not listed.' }),
}
const DifferenceSchema = z
  .object({ from: z.int(), to: z.int(), ...DIFFERENCE_FIELDS })
  .openapi('ContentDifference')

const at = '2026-11-02T08:00:00.000Z'
const REVISION_EXAMPLE = {
  version: 3,
  act: 'PUBLISHED' as const,
  authorId: AUTHOR_ID,
  createdAt: at,
  updatedAt: at,
}
const DIFFERENCE_EXAMPLE = {
  from: 3,
  to: 5,
  fields: [{ field: 'title', before: 'Keys', after: 'What a key opens' }],
  slides: [],
}

/** The history of courses and lessons, for their authors and an ADMIN. */
export function historyRoutes(platform: Platform): Endpoint[] {
  const rewardLimit = new CreatorRewardLimit(platform)
  const restoreRefusals = [
    historyErrors.revision_not_found,
    errors.owned_by_pack,
    errors.not_an_author,
    errors.version_changed,
    ...REWARD_REFUSALS,
  ]
  const restoreDescription =
    'An edit like any other: learners see it after the next publication. A question that changed since then becomes a new question.'
  return [
    ...readRoutes(platform, COURSE_HISTORY),
    ...readRoutes(platform, LESSON_HISTORY),

    restoreRoute(platform, COURSE_HISTORY, {
      audited: 'course',
      description: restoreDescription,
      response: COURSE_RESPONSE,
      refusals: [
        errors.course_not_found,
        errors.topic_not_found,
        errors.category_not_found,
        ...restoreRefusals,
      ],
      update: (tx, snapshot, { id: courseId, editor, now }) => {
        const change = () => updateCourse(tx, { courseId, patch: snapshot as CoursePatch, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
      record: recordCourse,
    }),
    restoreRoute(platform, LESSON_HISTORY, {
      audited: 'lesson',
      description: restoreDescription,
      response: LESSON_RESPONSE,
      refusals: [
        errors.lesson_not_found,
        errors.question_in_use,
        errors.not_for_practice,
        ...restoreRefusals,
      ],
      update: async (tx, snapshot, { id: lessonId, current: { courseId }, editor, now }) => {
        const patch = await toLessonPatch(tx, snapshot, { lessonId, editor })
        const change = () => updateLesson(tx, { lessonId, patch, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
      record: recordLesson,
    }),
  ]
}

/** The history of one kind of content. */
export interface History<Id, Content = unknown> {
  path:
    | '/admin/courses/:id/history'
    | '/admin/lessons/:id/history'
    | '/admin/learning-paths/:id/history'
    | '/admin/capstones/:id/history'
    | '/admin/courses/:id/test/history'
  kind: RevisionSubject['kind']
  name: string
  notFound: typeof errors.course_not_found
  example: object
  /** Returns the content, or throws if the editor may not see its history. */
  requireOwn(db: Db, id: Id, editor: Editor): Promise<Content>
}

const COURSE_HISTORY: History<CourseId, EditedCourse> = {
  path: '/admin/courses/:id/history',
  kind: 'COURSE',
  name: 'course',
  notFound: errors.course_not_found,
  example: { title: COURSE_EXAMPLE.title },
  requireOwn: async (db, id, editor) => requireAuthor(await getEditedCourse(db, id, editor), editor),
}
const LESSON_HISTORY: History<LessonId, EditedLesson> = {
  path: '/admin/lessons/:id/history',
  kind: 'LESSON',
  name: 'lesson',
  notFound: errors.lesson_not_found,
  example: { title: LESSON_EXAMPLE.title, slides: [] },
  requireOwn: async (db, id, editor) => requireAuthor(await getEditedLesson(db, id, editor), editor),
}

/** Reading the history of one kind of content. */
export function readRoutes<Id extends string>(
  { db }: Platform,
  { path, kind, name, notFound, example, requireOwn }: History<Id>,
): Endpoint[] {
  const refusals = [notFound, errors.not_an_author]
  const subjectOf = async (id: Id, editor: Editor): Promise<RevisionSubject> => {
    await requireOwn(db, id, editor)
    return { kind, subjectId: id }
  }
  return [
    adminList(`GET ${path}` as const, {
      summary: `List the history of a ${name}`,
      description:
        'Newest first. Each publication has a revision; edits of one author within five minutes share one. Edits are kept for a year, publications for ever.',
      params: idParams<Id>(),
      defaultLimit: 50,
      item: RevisionSchema,
      example: REVISION_EXAMPLE,
      refusals,
      list: async ({ params, caller }, page) => {
        const { revisions, total } = await listRevisions(db, await subjectOf(params.id, caller), page)
        return { items: revisions.map(isoDates), total }
      },
    }),

    adminRead(`GET ${path}/:version` as const, {
      summary: `Read an earlier version of a ${name}`,
      params: versionParams<Id>(),
      response: { data: FullRevisionSchema, example: { ...REVISION_EXAMPLE, content: example } },
      refusals: [...refusals, historyErrors.revision_not_found],
      handle: async ({ params, caller }) => {
        const subject = await subjectOf(params.id, caller)
        const { snapshot, ...revision } = await getRevision(db, subject, Number(params.version))
        return { ...isoDates(revision), content: snapshot }
      },
    }),

    adminRead(`GET ${path}/:version/diff` as const, {
      summary: `Compare two versions of a ${name}`,
      description: 'What changes from the version of the path to the one of `to`.',
      params: versionParams<Id>(),
      query: z.object({
        to: versionDigits
          .optional()
          .openapi({ type: 'integer', description: 'Default: the newest version', example: 5 as never }),
      }),
      response: { data: DifferenceSchema, example: DIFFERENCE_EXAMPLE },
      refusals: [...refusals, historyErrors.revision_not_found],
      handle: async ({ params, query, caller }) => {
        const subject = await subjectOf(params.id, caller)
        const [from, to] = await Promise.all([
          getRevision(db, subject, Number(params.version)),
          getRevision(db, subject, query.to === undefined ? null : Number(query.to)),
        ])
        return { from: from.version, to: to.version, ...diffSnapshots(from.snapshot, to.snapshot) }
      },
    }),
  ]
}

/** Content that the schema of the response accepts. */
type ContentOf<Schema extends z.ZodType> = z.input<Schema> & { id: string; version: number }

interface Restored<Id, Schema extends z.ZodType, Content extends ContentOf<Schema>> {
  /** As in the audit log. */
  audited: 'course' | 'lesson' | 'learning_path' | 'capstone'
  description: string
  response: ResponseDefinition<Schema>
  refusals: readonly RefusalFactory[]
  /** Edits the content to what it was. */
  update(
    tx: Tx,
    snapshot: Snapshot,
    edit: { id: Id; current: Content; editor: Editor; now: Date },
  ): Promise<{ before: Content; after: Content }>
  record(tx: Tx, edit: RecordedEdit<Content>): Promise<void>
}

/** Restoring an earlier version is an edit. */
export function restoreRoute<Id extends string, Schema extends z.ZodType, Content extends ContentOf<Schema>>(
  platform: Platform,
  { path, kind, name, requireOwn }: History<Id, Content>,
  { audited, update, record, ...definition }: Restored<Id, Schema, Content>,
): Endpoint {
  const edit = changeCatalog(platform)
  return adminAction(`POST ${path}/:version/restore` as const, {
    summary: `Restore an earlier version of a ${name}`,
    ...definition,
    params: versionParams<Id>(),
    headers: IfMatch,
    perform: (tx, { caller, headers, params: { id, version }, now }) =>
      edit(tx, async () => {
        const editor = editorOf({ caller, headers })
        const current = await requireOwn(tx, id, editor)
        const { snapshot } = await getRevision(tx, { kind, subjectId: id }, Number(version))
        const restored = await update(tx, snapshot, { id, current, editor, now })
        await record(tx, { act: 'RESTORED', ...restored, authorId: caller.userId, now })
        return changedContent({ name: audited }, `${audited}.restored`, restored)
      }),
  })
}
