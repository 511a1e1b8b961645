import { definedFields } from '../../../platform/defined-fields.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import type { TopicId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'
import { publishLessons } from '../publish-lessons.ts'
import {
  deleteCourseChanges,
  insertCourse,
  insertPublicationsOfCourse,
  isKnownCategory,
  updateCourseArchived,
  updateCoursePublished,
  updateCourseRow,
  updateEditedCourse,
} from '../queries.ts'
import type { CourseDraft, CoursePatch, EditedCourse } from './content-draft.ts'
import { resolveTopic } from './edit-question.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse } from './list-content.ts'
import { AUTHORED_KEY_PREFIX, type Edit } from './question-draft.ts'

/** Creates a draft of a course, which the editor owns. */
export async function createCourse(
  tx: Tx,
  { draft, editor, now }: { draft: CourseDraft; editor: Editor; now: Date },
): Promise<EditedCourse> {
  await requireCategory(tx, draft.category)
  const id = newId<'Course'>()
  const topicId = await resolveTopic(tx, draft.topicId)
  await insertCourse(tx, AUTHORED_KEY_PREFIX + id, { ...draft, id, topicId, ownerId: editor.userId }, now)
  return getEditedCourse(tx, id, editor)
}

/** Changes an authored course. Learners see the change of a published course with its next publication. */
export async function updateCourse(
  tx: Tx,
  { courseId, patch, editor, now }: { courseId: CourseId; patch: CoursePatch; editor: Editor; now: Date },
): Promise<Edit<EditedCourse>> {
  const before = await getEditableCourse(tx, courseId, editor)
  await requireCategory(tx, patch.category)
  const topicId = patch.topicId ? await resolveTopic(tx, patch.topicId) : (before.topicId as TopicId)
  const edited = { ...before, ...definedFields(patch), topicId }
  if (before.status === 'DRAFT') await updateCourseRow(tx, edited, now)
  else await updateEditedCourse(tx, edited, now)
  return { before, after: await getEditedCourse(tx, courseId, editor) }
}

interface PublishCourse {
  courseId: CourseId
  /** Also publishes the changes of its published lessons. */
  includeLessons: boolean
  editor: Editor
  now: Date
}

/** Publishes a course, or the changes of a published one. It needs a published lesson. */
export async function publishCourse(
  tx: Tx,
  { courseId, includeLessons, editor, now }: PublishCourse,
): Promise<Edit<EditedCourse>> {
  const before = await getEditableCourse(tx, courseId, editor)
  if (before.totalLessons === 0) throw errors.course_has_no_lessons()
  if (before.status !== 'PUBLISHED' || before.hasUnpublishedChanges) {
    await insertPublicationsOfCourse(tx, courseId, now)
    await updateCoursePublished(tx, courseId, now)
  }
  if (includeLessons) await publishLessons(tx, before.changedLessonIds, now)
  return { before, after: await getEditedCourse(tx, courseId, editor) }
}

/** Returns to the published version of the course. Changes of its lessons stay. */
export async function discardCourseChanges(
  tx: Tx,
  { courseId, editor }: { courseId: CourseId; editor: Editor },
): Promise<Edit<EditedCourse>> {
  const before = await getEditableCourse(tx, courseId, editor)
  if (before.hasUnpublishedChanges) await deleteCourseChanges(tx, courseId)
  return { before, after: await getEditedCourse(tx, courseId, editor) }
}

/** Removes a course from the catalog. Progress and rewards of users stay. */
export async function archiveCourse(
  tx: Tx,
  { courseId, editor, now }: { courseId: CourseId; editor: Editor; now: Date },
): Promise<Edit<EditedCourse>> {
  const before = await getEditableCourse(tx, courseId, editor)
  if (before.status !== 'ARCHIVED') await updateCourseArchived(tx, courseId, now)
  return { before, after: await getEditedCourse(tx, courseId, editor) }
}

/** Refuses a category that does not exist. A patch without a category is accepted. */
export async function requireCategory(tx: Tx, category: string | undefined): Promise<void> {
  if (category !== undefined && !(await isKnownCategory(tx, category))) throw errors.category_not_found()
}

export async function getEditableCourse(tx: Tx, courseId: CourseId, editor: Editor): Promise<EditedCourse> {
  return requireEditable(await getEditedCourse(tx, courseId, editor), editor)
}
