import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import {
  CourseDraftSchema,
  CoursePatchSchema,
  type EditedCourse,
  EditedCourseSchema,
  ListedCourseSchema,
} from '../authoring/public/content-draft.ts'
import {
  archiveCourse,
  createCourse,
  discardCourseChanges,
  updateCourse,
} from '../authoring/public/edit-course.ts'
import { getEditedCourse, listCourses } from '../authoring/public/list-content.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { errors as publishingErrors } from '../publishing/errors.ts'
import { ChangeNoteSchema } from '../publishing/public/change-note.ts'
import { idParams } from '../staff-access/public/admin-endpoint.ts'
import {
  contentEndpoints,
  OwnSearchPaging,
  type RecordedEdit,
  VersionQuery,
  versionOf,
} from './content-endpoints.ts'
import { COURSE_DRAFT_EXAMPLE, COURSE_EXAMPLE, LISTED_COURSE_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { publishCourseWithLessons, requireUnreviewed } from './publish-content.ts'
import { recordCourse } from './record-history.ts'

const PublishCourseSchema = z.object({
  includeLessons: z
    .boolean()
    .default(false)
    .openapi({ description: 'Also publish the changes of its published lessons' }),
  changeNote: ChangeNoteSchema,
})

export function courseRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const { publicUrl } = platform.config
  const rewardLimit = new CreatorRewardLimit(platform)
  const refusals = [errors.course_not_found, errors.owned_by_pack, errors.not_an_author]
  return contentEndpoints({
    name: 'course',
    path: '/admin/courses',
    itemPath: '/admin/courses/:id',
    params: idParams<CourseId>(),
    schema: EditedCourseSchema,
    isVersioned: true,
    edit: changeCatalog(platform),
    record: (tx, edit) => recordCourse(tx, edit as RecordedEdit<EditedCourse>),
    example: COURSE_EXAMPLE,
    list: {
      summary: 'List courses in every status',
      description:
        'An ADMIN sees all courses, an author the published ones and the own ones: those that he or she owns or is a co-author of.',
      query: OwnSearchPaging,
      schema: ListedCourseSchema,
      example: LISTED_COURSE_EXAMPLE,
      find: ({ query, caller: editor }) => listCourses(db, { ...query, editor, publicUrl }),
    },
    create: {
      summary: 'Create a course',
      description:
        'The course is a draft: learners see it after it is published. The caller owns it. Imports of content packs do not change it.',
      body: CourseDraftSchema,
      example: COURSE_DRAFT_EXAMPLE,
      refusals: [errors.topic_not_found, errors.category_not_found],
      run: (tx, { editor, body: draft, now }) => createCourse(tx, { draft, editor, now }),
    },
    read: {
      summary: 'Read a course in any status',
      description: 'Authors of the course and an ADMIN get it with its unpublished changes.',
      query: VersionQuery,
      refusals: [errors.course_not_found],
      find: ({ params, query, caller }) => getEditedCourse(db, params.id, caller, versionOf(query)),
    },
    update: {
      summary: 'Update a course',
      description:
        'Learners see the change of a published course after the next publication. A course is changed by its owner, its co-authors and an ADMIN. A course of a content pack can be changed only in its pack.',
      body: CoursePatchSchema,
      example: { title: 'Keys, and how to keep them' },
      refusals: [...refusals, errors.topic_not_found, errors.category_not_found, ...REWARD_REFUSALS],
      run: (tx, { editor, params: { id: courseId }, body: patch, now }) => {
        const change = () => updateCourse(tx, { courseId, patch, editor, now })
        return rewardLimit.writeCourse(tx, editor, { courseId, change, now })
      },
    },
    transitions: {
      publish: {
        summary: 'Publish a course',
        description:
          'Publishes a draft, or the changes of a published course. `changedLessonIds` of the response are lessons whose changes are not published. The total rewards of the course, and what one author promises in a day, are limited for a CREATOR. An ADMIN may publish more.',
        body: PublishCourseSchema,
        bodyExample: { includeLessons: true, changeNote: 'The pictures of the first lesson are new.' },
        example: { status: 'PUBLISHED', hasUnpublishedChanges: false },
        refusals: [
          ...refusals,
          errors.course_has_no_lessons,
          publishingErrors.review_required,
          ...REWARD_REFUSALS,
        ],
        run: (tx, { editor, params: { id: courseId }, body, now }) => {
          const request = body as z.output<typeof PublishCourseSchema>
          requireUnreviewed(platform.config, editor)
          return publishCourseWithLessons(tx, rewardLimit, { courseId, ...request, editor, now })
        },
      },
      'discard-changes': {
        summary: 'Discard the unpublished changes of a course',
        description: 'The course is again as learners see it. Changes of its lessons stay.',
        refusals,
        run: (tx, { editor, params: { id: courseId } }) => discardCourseChanges(tx, { courseId, editor }),
      },
      archive: {
        summary: 'Archive a course',
        refusals,
        run: (tx, { editor, params: { id: courseId }, now }) => archiveCourse(tx, { courseId, editor, now }),
      },
    },
  })
}
