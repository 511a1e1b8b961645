import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { changeCatalog } from '../authoring/public/change-catalog.ts'
import { duplicateCourse, duplicateLesson } from '../authoring/public/copy-content.ts'
import { orderLessons } from '../authoring/public/edit-lesson.ts'
import { getEditedLesson } from '../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import { adminAction, idParams, withExample } from '../staff-access/public/admin-endpoint.ts'
import { changedContent, createdContent, editorOf, IfMatch } from './content-endpoints.ts'
import { COURSE_EXAMPLE, COURSE_RESPONSE, LESSON_EXAMPLE, LESSON_RESPONSE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'

const OrderSchema = z
  .object({ id: z.string(), version: z.int(), lessonIds: z.array(z.string()) })
  .openapi('LessonOrder', {
    description: 'The lessons of a course in their order, and the version of the course',
  })

/** Copies of courses and lessons, and the order of the lessons of a course. */
export function copyRoutes(platform: Platform): Endpoint[] {
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform)
  return [
    adminAction('POST /admin/courses/:id/duplicate', {
      summary: 'Copy a course',
      description:
        'The copy is a draft that the caller owns, with the lessons that are not archived, their questions, the questions of the test, and the project. Authors copy own courses and those of content packs.',
      params: idParams<CourseId>(),
      response: {
        ...withExample(COURSE_RESPONSE, { title: `Copy of ${COURSE_EXAMPLE.title}` }),
        status: 201,
      },
      refusals: [errors.course_not_found, errors.not_an_author],
      perform: (tx, { caller: editor, params: { id: courseId }, now }) =>
        edit(tx, async () =>
          createdContent({ name: 'course' }, await duplicateCourse(tx, { courseId, editor, now })),
        ),
    }),

    adminAction('POST /admin/lessons/:id/duplicate', {
      summary: 'Copy a lesson',
      description: 'The copy is a draft behind the original, with copies of its questions.',
      params: idParams<LessonId>(),
      response: {
        ...withExample(LESSON_RESPONSE, { title: `Copy of ${LESSON_EXAMPLE.title}`, order: 2 }),
        status: 201,
      },
      refusals: [errors.lesson_not_found, errors.owned_by_pack, errors.not_an_author],
      perform: (tx, { caller, params: { id: lessonId }, now }) =>
        edit(tx, async () => {
          const { courseId } = await getEditedLesson(tx, lessonId, caller)
          const change = () => duplicateLesson(tx, { lessonId, editor: caller, now })
          const lesson = await rewardLimit.writeCourse(tx, caller, { courseId, change, now })
          return createdContent({ name: 'lesson' }, lesson)
        }),
    }),

    adminAction('PUT /admin/courses/:id/lesson-order', {
      summary: 'Replace the order of the lessons of a course',
      description:
        'All lessons in every status, each once. It is an edit of the course: the version of the course changes, those of the lessons do not.',
      params: idParams<CourseId>(),
      headers: IfMatch,
      body: z.object({ lessonIds: z.array(z.uuid()).max(1_000) }),
      bodyExample: { lessonIds: [LESSON_EXAMPLE.id] },
      response: {
        data: OrderSchema,
        example: { id: COURSE_EXAMPLE.id, version: 2, lessonIds: [LESSON_EXAMPLE.id] },
        isVersioned: true,
      },
      refusals: [
        errors.course_not_found,
        errors.owned_by_pack,
        errors.not_an_author,
        errors.version_changed,
        errors.lessons_differ,
        ...REWARD_REFUSALS,
      ],
      perform: (tx, { caller, headers, params: { id: courseId }, body: { lessonIds }, now }) =>
        edit(tx, async () => {
          const editor = editorOf({ caller, headers })
          const change = () => orderLessons(tx, { courseId, lessonIds, editor, now })
          const ordered = await rewardLimit.writeCourse(tx, caller, { courseId, change, now })
          return changedContent({ name: 'course' }, 'course.updated', ordered)
        }),
    }),
  ]
}
