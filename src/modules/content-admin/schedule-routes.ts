import type { Endpoint } from '../../platform/http/endpoint.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { errors } from '../authoring/errors.ts'
import { lockCatalog } from '../authoring/public/change-catalog.ts'
import { getEditableCourse, publishCourse } from '../authoring/public/edit-course.ts'
import { getEditableLesson, publishLesson } from '../authoring/public/edit-lesson.ts'
import { getEditedCourse, getEditedLesson } from '../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import { errors as publishingErrors } from '../publishing/errors.ts'
import { ChangeNoteSchema } from '../publishing/public/change-note.ts'
import { listScheduledLessons } from '../publishing/public/due-publications.ts'
import { requirePublicationTime, scheduleContent, unscheduleContent } from '../publishing/public/schedule.ts'
import { adminAction, idParams, withExample } from '../staff-access/public/admin-endpoint.ts'
import { changedContent, editorOf, IfMatch } from './content-endpoints.ts'
import { AUTHOR_ID, COURSE_RESPONSE, LESSON_RESPONSE } from './content-examples.ts'
import { CreatorRewardLimit, REWARD_REFUSALS } from './creator-reward-limit.ts'
import { requireUnreviewed } from './publish-content.ts'
import { tryOut } from './try-out.ts'

const publishAt = TimestampSchema.openapi({ description: 'In the future, within a year' })
const CourseScheduleSchema = z.object({
  publishAt,
  includeLessons: z
    .boolean()
    .default(false)
    .openapi({ description: 'Also publish the changes of its published lessons' }),
  changeNote: ChangeNoteSchema,
})
const LessonScheduleSchema = z.object({ publishAt, changeNote: ChangeNoteSchema })
const TIME_EXAMPLE = '2026-11-09T08:00:00.000Z'
const SCHEDULE_EXAMPLE = {
  publishAt: TIME_EXAMPLE,
  userId: AUTHOR_ID,
  includeLessons: false,
  changeNote: null,
  reviewId: null,
}
const RULES =
  'A job publishes it within a minute after that time, as it is then, in the name of the caller. The rules of publishing are checked now and again then; if it can no longer be published, the caller and the owner get a notification with the reason. A new time replaces the earlier one. Publishing and archiving end the schedule.'

/** When courses and lessons are published by a job. */
export function scheduleRoutes(platform: Platform): Endpoint[] {
  const rewardLimit = new CreatorRewardLimit(platform)
  const refusals = [errors.owned_by_pack, errors.not_an_author]
  const setRefusals = [
    ...refusals,
    errors.version_changed,
    publishingErrors.review_required,
    publishingErrors.publication_time_unusable,
    ...REWARD_REFUSALS,
  ]
  return [
    adminAction('PUT /admin/courses/:id/schedule', {
      summary: 'Schedule the publication of a course',
      description: `${RULES} Lessons that are scheduled for the same time or earlier count as published.`,
      params: idParams<CourseId>(),
      headers: IfMatch,
      body: CourseScheduleSchema,
      bodyExample: { publishAt: TIME_EXAMPLE },
      response: withExample(COURSE_RESPONSE, { schedule: SCHEDULE_EXAMPLE }),
      refusals: [errors.course_not_found, errors.course_has_no_lessons, ...setRefusals],
      perform: async (tx, { caller, headers, params: { id }, body, now }) => {
        const { publishAt, includeLessons, changeNote = null } = body
        await lockCatalog(tx)
        const before = await getEditableCourse(tx, id, editorOf({ caller, headers }))
        requireUnreviewed(platform.config, caller)
        const time = requirePublicationTime(publishAt, now)
        const { userId, role } = caller
        const editor = { userId, role }
        const change = async () => {
          for (const lessonId of await listScheduledLessons(tx, id, time))
            await publishLesson(tx, { lessonId, editor, now: time })
          await publishCourse(tx, { courseId: id, includeLessons, editor, now: time })
        }
        await tryOut(tx, () => rewardLimit.checkCourse(tx, editor, { courseId: id, change, now: time }))
        const schedule = { publishAt: time, userId, includeLessons, changeNote, reviewId: null }
        await scheduleContent(tx, { kind: 'COURSE', id }, schedule)
        const after = await getEditedCourse(tx, id, editor)
        return changedContent({ name: 'course' }, 'course.scheduled', { before, after })
      },
    }),

    adminAction('DELETE /admin/courses/:id/schedule', {
      summary: 'Cancel the scheduled publication of a course',
      description: 'Without a schedule nothing happens.',
      params: idParams<CourseId>(),
      response: COURSE_RESPONSE,
      refusals: [errors.course_not_found, ...refusals],
      perform: async (tx, { caller, params: { id } }) => {
        await lockCatalog(tx)
        const before = await getEditableCourse(tx, id, caller)
        await unscheduleContent(tx, { kind: 'COURSE', id })
        const after = await getEditedCourse(tx, id, caller)
        return changedContent({ name: 'course' }, 'course.schedule_cancelled', { before, after })
      },
    }),

    adminAction('PUT /admin/lessons/:id/schedule', {
      summary: 'Schedule the publication of a lesson',
      description: RULES,
      params: idParams<LessonId>(),
      headers: IfMatch,
      body: LessonScheduleSchema,
      bodyExample: { publishAt: TIME_EXAMPLE },
      response: withExample(LESSON_RESPONSE, { schedule: SCHEDULE_EXAMPLE }),
      refusals: [errors.lesson_not_found, ...setRefusals],
      perform: async (tx, { caller, headers, params: { id }, body, now }) => {
        const { publishAt, changeNote = null } = body
        await lockCatalog(tx)
        const before = await getEditableLesson(tx, id, editorOf({ caller, headers }))
        requireUnreviewed(platform.config, caller)
        const time = requirePublicationTime(publishAt, now)
        const { userId, role } = caller
        const editor = { userId, role }
        const { courseId } = before
        const change = () => publishLesson(tx, { lessonId: id, editor, now: time })
        await tryOut(tx, () => rewardLimit.checkCourse(tx, editor, { courseId, change, now: time }))
        const schedule = { publishAt: time, userId, includeLessons: false, changeNote, reviewId: null }
        await scheduleContent(tx, { kind: 'LESSON', id }, schedule)
        const after = await getEditedLesson(tx, id, editor)
        return changedContent({ name: 'lesson' }, 'lesson.scheduled', { before, after })
      },
    }),

    adminAction('DELETE /admin/lessons/:id/schedule', {
      summary: 'Cancel the scheduled publication of a lesson',
      description: 'Without a schedule nothing happens.',
      params: idParams<LessonId>(),
      response: LESSON_RESPONSE,
      refusals: [errors.lesson_not_found, ...refusals],
      perform: async (tx, { caller, params: { id } }) => {
        await lockCatalog(tx)
        const before = await getEditableLesson(tx, id, caller)
        await unscheduleContent(tx, { kind: 'LESSON', id })
        const after = await getEditedLesson(tx, id, caller)
        return changedContent({ name: 'lesson' }, 'lesson.schedule_cancelled', { before, after })
      },
    }),
  ]
}
