import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
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
import { contentEndpoints, editorOf, idParams, StatusPaging } from './content-endpoints.ts'
import { LESSON_DRAFT_EXAMPLE, LESSON_EXAMPLE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'

export function lessonRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform.config)
  const slideRefusals = [
    errors.owned_by_pack,
    errors.not_an_author,
    errors.question_in_use,
    errors.not_for_practice,
  ]
  return contentEndpoints({
    name: 'lesson',
    path: '/admin/courses/:id/lessons',
    itemPath: '/admin/lessons/:id',
    parentParams: idParams<CourseId>(),
    params: idParams<LessonId>(),
    schema: EditedLessonSchema,
    isVersioned: true,
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
      run: (tx, { caller, params: { id: courseId }, body: draft, now }) =>
        edit(tx, () =>
          rewardLimit.writeCourse(tx, caller, {
            courseId,
            change: () => createLesson(tx, { courseId, draft, editor: caller, now }),
            now,
          }),
        ),
    },
    read: {
      summary: 'Read a lesson in any status',
      refusals: [errors.lesson_not_found],
      find: ({ params, caller }) => getEditedLesson(db, params.id, caller),
    },
    update: {
      summary: 'Update a lesson',
      body: LessonPatchSchema,
      example: { xpReward: 25 },
      refusals: [errors.lesson_not_found, ...slideRefusals, ...REWARD_REFUSALS],
      run: (tx, { caller, headers, params: { id: lessonId }, body: patch, now }) =>
        edit(tx, async () => {
          const { courseId } = await getEditedLesson(tx, lessonId, caller)
          return rewardLimit.writeCourse(tx, caller, {
            courseId,
            change: () => updateLesson(tx, { lessonId, patch, editor: editorOf({ caller, headers }) }),
            now,
          })
        }),
    },
    transitions: {
      publish: {
        summary: 'Publish a lesson',
        refusals: [errors.lesson_not_found, errors.owned_by_pack, errors.not_an_author, ...REWARD_REFUSALS],
        run: (tx, { caller, headers, params: { id: lessonId }, now }) =>
          edit(tx, async () => {
            const { courseId } = await getEditedLesson(tx, lessonId, caller)
            return rewardLimit.checkCourse(tx, caller, {
              courseId,
              change: () => publishLesson(tx, { lessonId, editor: editorOf({ caller, headers }) }),
              now,
            })
          }),
      },
      archive: {
        summary: 'Archive a lesson',
        refusals: [errors.lesson_not_found, errors.owned_by_pack, errors.not_an_author, errors.last_lesson],
        run: (tx, { caller, headers, params, now }) =>
          edit(tx, () =>
            archiveLesson(tx, { lessonId: params.id, editor: editorOf({ caller, headers }), now }),
          ),
      },
    },
  })
}
