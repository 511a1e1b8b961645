import { z } from '@hono/zod-openapi'
import type { Caller } from '../../../platform/http/caller.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { PagingMeta } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../../authoring/errors.ts'
import { changeCatalog } from '../../authoring/public/change-catalog.ts'
import {
  CourseDraftSchema,
  CoursePatchSchema,
  EditedCourseSchema,
  EditedLessonSchema,
  LessonDraftSchema,
  LessonPatchSchema,
} from '../../authoring/public/content-draft.ts'
import {
  archiveCourse,
  createCourse,
  publishCourse,
  updateCourse,
} from '../../authoring/public/edit-course.ts'
import {
  archiveLesson,
  createLesson,
  publishLesson,
  updateLesson,
} from '../../authoring/public/edit-lesson.ts'
import {
  getEditedCourse,
  getEditedLesson,
  listCourses,
  listLessons,
} from '../../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { adminAction, adminRead, withExample } from '../admin-endpoint.ts'
import { errors as adminErrors } from '../errors.ts'
import { ContentParams, created, SearchPaging, StatusPaging, updated } from './content-changes.ts'
import {
  COURSE_DRAFT_EXAMPLE,
  COURSE_EXAMPLE,
  LESSON_DRAFT_EXAMPLE,
  LESSON_EXAMPLE,
} from './content-examples.ts'
import { CreatorRewardLimit } from './creator-reward-limit.ts'

export function courseRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform.config)
  const response = { status: 200, data: EditedCourseSchema, example: COURSE_EXAMPLE } as const
  return [
    adminRead('GET /admin/courses', {
      summary: 'List courses, shown or not',
      query: SearchPaging,
      response: {
        status: 200,
        data: z.array(EditedCourseSchema),
        meta: PagingMeta,
        example: [COURSE_EXAMPLE],
      },
      handle: async ({ query }) => {
        const { items, total } = await listCourses(db, query)
        return new Reply(items, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAction(platform, 'POST /admin/courses', {
      summary: 'Make a course',
      description:
        'A draft, which learners do not see before it is published. No import of a pack touches it.',
      body: CourseDraftSchema,
      bodyExample: COURSE_DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [errors.topic_not_found],
      perform: async (tx, { body: draft, now }) =>
        created('course.created', await edit(tx, () => createCourse(tx, { draft, now }))),
    }),

    adminRead('GET /admin/courses/:id', {
      summary: 'Read a course, shown or not',
      params: ContentParams,
      response,
      refusals: [errors.course_not_found],
      handle: ({ params }) => getEditedCourse(db, params.id as CourseId),
    }),

    adminAction(platform, 'PATCH /admin/courses/:id', {
      summary: 'Change a course',
      description: 'A course of a content pack is changed in its pack.',
      params: ContentParams,
      body: CoursePatchSchema,
      bodyExample: { title: 'Keys, and how to keep them' },
      response: withExample(response, { title: 'Keys, and how to keep them' }),
      refusals: [
        errors.course_not_found,
        errors.owned_by_pack,
        errors.topic_not_found,
        adminErrors.reward_needs_admin,
      ],
      perform: async (tx, { caller, params, body: patch, now }) => {
        const courseId = params.id as CourseId
        const update = () => updateCourse(tx, { courseId, patch, now })
        return updated(
          'course.updated',
          await edit(tx, () => rewardLimit.checkCourse(tx, caller, courseId, update)),
        )
      },
    }),

    adminAction(platform, 'POST /admin/courses/:id/publish', {
      summary: 'Show a course to learners',
      description: 'What it gives a learner in all is bounded for a CREATOR; an ADMIN may show more.',
      params: ContentParams,
      response: withExample(response, { status: 'PUBLISHED' }),
      refusals: [
        errors.course_not_found,
        errors.owned_by_pack,
        errors.course_has_no_lessons,
        adminErrors.reward_needs_admin,
      ],
      perform: async (tx, { caller, params }) => {
        const courseId = params.id as CourseId
        const publish = () => publishCourse(tx, courseId)
        return updated(
          'course.published',
          await edit(tx, () => rewardLimit.checkCourse(tx, caller, courseId, publish)),
        )
      },
    }),

    adminAction(platform, 'POST /admin/courses/:id/archive', {
      summary: 'Take a course out of the catalogue',
      params: ContentParams,
      response: withExample(response, { status: 'ARCHIVED' }),
      refusals: [errors.course_not_found, errors.owned_by_pack],
      perform: async (tx, { params, now }) =>
        updated(
          'course.archived',
          await edit(tx, () => archiveCourse(tx, { courseId: params.id as CourseId, now })),
        ),
    }),
  ]
}

export function lessonRoutes(platform: Platform): Endpoint[] {
  const { db } = platform
  const edit = changeCatalog(platform)
  const rewardLimit = new CreatorRewardLimit(platform.config)
  /** A change of a lesson is one of what its course gives. */
  const change = <Result>(tx: Tx, caller: Caller, lessonId: LessonId, work: () => Promise<Result>) =>
    edit(tx, async () => {
      const { courseId } = await getEditedLesson(tx, lessonId)
      return rewardLimit.checkCourse(tx, caller, courseId, work)
    })
  const response = { status: 200, data: EditedLessonSchema, example: LESSON_EXAMPLE } as const
  const ofSlides = [errors.owned_by_pack, errors.question_in_use, errors.not_for_practice]
  return [
    adminRead('GET /admin/courses/:id/lessons', {
      summary: 'List the lessons of a course, shown or not',
      params: ContentParams,
      query: StatusPaging,
      response: {
        status: 200,
        data: z.array(EditedLessonSchema),
        meta: PagingMeta,
        example: [LESSON_EXAMPLE],
      },
      refusals: [errors.course_not_found],
      handle: async ({ params, query }) => {
        const { items, total } = await listLessons(db, { courseId: params.id as CourseId, ...query })
        return new Reply(items, { meta: { total, page: query.page, limit: query.limit } })
      },
    }),

    adminAction(platform, 'POST /admin/courses/:id/lessons', {
      summary: 'Write a lesson',
      description: 'A draft. Quiz slides name a practice question, or bring one.',
      params: ContentParams,
      body: LessonDraftSchema,
      bodyExample: LESSON_DRAFT_EXAMPLE,
      response: { ...response, status: 201 },
      refusals: [errors.course_not_found, ...ofSlides],
      perform: async (tx, { params, body: draft, now }) =>
        created(
          'lesson.created',
          await edit(tx, () => createLesson(tx, { courseId: params.id as CourseId, draft, now })),
        ),
    }),

    adminRead('GET /admin/lessons/:id', {
      summary: 'Read a lesson, shown or not',
      params: ContentParams,
      response,
      refusals: [errors.lesson_not_found],
      handle: ({ params }) => getEditedLesson(db, params.id as LessonId),
    }),

    adminAction(platform, 'PATCH /admin/lessons/:id', {
      summary: 'Change a lesson',
      params: ContentParams,
      body: LessonPatchSchema,
      bodyExample: { xpReward: 25 },
      response: withExample(response, { xpReward: 25 }),
      refusals: [errors.lesson_not_found, ...ofSlides, adminErrors.reward_needs_admin],
      perform: async (tx, { caller, params, body: patch }) => {
        const lessonId = params.id as LessonId
        const update = () => updateLesson(tx, { lessonId, patch })
        return updated('lesson.updated', await change(tx, caller, lessonId, update))
      },
    }),

    adminAction(platform, 'POST /admin/lessons/:id/publish', {
      summary: 'Show a lesson to learners',
      params: ContentParams,
      response: withExample(response, { status: 'PUBLISHED' }),
      refusals: [errors.lesson_not_found, errors.owned_by_pack, adminErrors.reward_needs_admin],
      perform: async (tx, { caller, params }) => {
        const lessonId = params.id as LessonId
        const publish = () => publishLesson(tx, lessonId)
        return updated('lesson.published', await change(tx, caller, lessonId, publish))
      },
    }),

    adminAction(platform, 'POST /admin/lessons/:id/archive', {
      summary: 'Take a lesson out of its course',
      params: ContentParams,
      response: withExample(response, { status: 'ARCHIVED' }),
      refusals: [errors.lesson_not_found, errors.owned_by_pack, errors.last_lesson],
      perform: async (tx, { params, now }) =>
        updated(
          'lesson.archived',
          await edit(tx, () => archiveLesson(tx, { lessonId: params.id as LessonId, now })),
        ),
    }),
  ]
}
