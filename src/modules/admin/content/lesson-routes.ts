import type { Caller } from '../../../platform/http/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../../authoring/errors.ts'
import { changeCatalog } from '../../authoring/public/change-catalog.ts'
import {
  EditedLessonSchema,
  LessonDraftSchema,
  LessonPatchSchema,
} from '../../authoring/public/content-draft.ts'
import {
  archiveLesson,
  createLesson,
  publishLesson,
  updateLesson,
} from '../../authoring/public/edit-lesson.ts'
import { getEditedLesson, listLessons } from '../../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { errors as adminErrors } from '../errors.ts'
import { contentEndpoints, idParams, StatusPaging } from './content-endpoints.ts'
import { LESSON_DRAFT_EXAMPLE, LESSON_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit } from './creator-reward-limit.ts'

export function lessonRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform.config)
  /** Runs a change of a lesson within the reward limit of its course. */
  const editWithinLimit = <Result>(tx: Tx, caller: Caller, id: LessonId, change: () => Promise<Result>) =>
    edit(tx, async () => {
      const { courseId } = await getEditedLesson(tx, id)
      return rewardLimit.checkCourse(tx, caller, courseId, change)
    })
  const slideRefusals = [errors.owned_by_pack, errors.question_in_use, errors.not_for_practice]
  return contentEndpoints({
    name: 'lesson',
    path: '/admin/courses/:id/lessons',
    itemPath: '/admin/lessons/:id',
    parentParams: idParams<CourseId>(),
    params: idParams<LessonId>(),
    schema: EditedLessonSchema,
    example: LESSON_EXAMPLE,
    list: {
      summary: 'List the lessons of a course in every status',
      query: StatusPaging,
      refusals: [errors.course_not_found],
      find: ({ params, query }) => listLessons(db, { courseId: params.id, ...query }),
    },
    create: {
      summary: 'Create a lesson',
      description: 'The lesson is a draft. A quiz slide refers to a practice question or contains a new one.',
      body: LessonDraftSchema,
      example: LESSON_DRAFT_EXAMPLE,
      refusals: [errors.course_not_found, ...slideRefusals],
      run: (tx, { params, body: draft, now }) =>
        edit(tx, () => createLesson(tx, { courseId: params.id, draft, now })),
    },
    read: {
      summary: 'Read a lesson in any status',
      refusals: [errors.lesson_not_found],
      find: ({ params }) => getEditedLesson(db, params.id),
    },
    update: {
      summary: 'Update a lesson',
      body: LessonPatchSchema,
      example: { xpReward: 25 },
      refusals: [errors.lesson_not_found, ...slideRefusals, adminErrors.reward_needs_admin],
      run: (tx, { caller, params: { id: lessonId }, body: patch }) =>
        editWithinLimit(tx, caller, lessonId, () => updateLesson(tx, { lessonId, patch })),
    },
    transitions: {
      publish: {
        summary: 'Publish a lesson',
        refusals: [errors.lesson_not_found, errors.owned_by_pack, adminErrors.reward_needs_admin],
        run: (tx, { caller, params: { id: lessonId } }) =>
          editWithinLimit(tx, caller, lessonId, () => publishLesson(tx, lessonId)),
      },
      archive: {
        summary: 'Archive a lesson',
        refusals: [errors.lesson_not_found, errors.owned_by_pack, errors.last_lesson],
        run: (tx, { params, now }) => edit(tx, () => archiveLesson(tx, { lessonId: params.id, now })),
      },
    },
  })
}
