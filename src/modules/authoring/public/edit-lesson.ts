import { definedFields } from '../../../platform/defined-fields.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'
import { publishLessons } from '../publish-lessons.ts'
import {
  deleteLessonChanges,
  incrementCourseVersion,
  insertLesson,
  listEditedLessons,
  listQuestionsOfLesson,
  listQuestionsUsedElsewhere,
  updateEditedLesson,
  updateLessonArchived,
  updateLessonOrder,
  updateLessonRow,
} from '../queries.ts'
import { deleteQuestionChanges, listQuestionsOfOthers } from '../question-queries.ts'
import { storeSlides } from '../store-slides.ts'
import type { EditedLesson, LessonDraft, LessonPatch } from './content-draft.ts'
import { getEditableCourse } from './edit-course.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse, getEditedLesson } from './list-content.ts'
import { AUTHORED_KEY_PREFIX, type Edit } from './question-draft.ts'

/** Creates a draft of a lesson in an authored course. */
export async function createLesson(
  tx: Tx,
  { courseId, draft, editor, now }: { courseId: CourseId; draft: LessonDraft; editor: Editor; now: Date },
): Promise<EditedLesson> {
  const course = await getEditableCourse(tx, courseId, editor)
  const id = newId<'Lesson'>()
  const slides = await storeSlides(tx, { lessonId: id, slides: draft.slides, course, editor, now })
  const others = await listEditedLessons(tx, { courseId, lessonId: null }, editor)
  const order = Math.min(draft.order ?? Number.POSITIVE_INFINITY, others.length + 1)
  await insertLesson(tx, AUTHORED_KEY_PREFIX + id, { ...draft, id, courseId, order, slides }, now)
  await updateLessonOrder(tx, insertIntoOrder(others, id, order))
  return getEditedLesson(tx, id, editor)
}

/** Changes a lesson. Learners see the change of a published lesson with its next publication; a new order at once. */
export async function updateLesson(
  tx: Tx,
  { lessonId, patch, editor, now }: { lessonId: LessonId; patch: LessonPatch; editor: Editor; now: Date },
): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId, editor)
  const course = await getEditedCourse(tx, before.courseId, editor)
  const slides = patch.slides
    ? await storeSlides(tx, { lessonId, slides: patch.slides, course, editor, now })
    : (before.slides as StoredSlide[])
  const store = before.status === 'DRAFT' ? updateLessonRow : updateEditedLesson
  await store(tx, { ...before, ...definedFields(patch), slides })
  if (patch.order !== undefined) {
    const all = await listEditedLessons(tx, { courseId: before.courseId, lessonId: null }, editor)
    const others = all.filter(({ id }) => id !== lessonId)
    await updateLessonOrder(tx, insertIntoOrder(others, lessonId, patch.order))
  }
  return { before, after: await getEditedLesson(tx, lessonId, editor) }
}

/** Publishes a lesson, or the changes of a published one. Completions stay. */
export async function publishLesson(
  tx: Tx,
  { lessonId, editor, now }: { lessonId: LessonId; editor: Editor; now: Date },
): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId, editor)
  if (before.status !== 'PUBLISHED' || before.hasUnpublishedChanges) await publishLessons(tx, [lessonId], now)
  return { before, after: await getEditedLesson(tx, lessonId, editor) }
}

/** Returns to the published version. */
export async function discardLessonChanges(
  tx: Tx,
  { lessonId, editor }: { lessonId: LessonId; editor: Editor },
): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId, editor)
  if (before.hasUnpublishedChanges) {
    await deleteQuestionChanges(tx, lessonId)
    await deleteLessonChanges(tx, lessonId)
  }
  return { before, after: await getEditedLesson(tx, lessonId, editor) }
}

/** Archives a lesson, unless it is the last published one of a published course. */
export async function archiveLesson(
  tx: Tx,
  { lessonId, editor, now }: { lessonId: LessonId; editor: Editor; now: Date },
): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId, editor)
  const course = await getEditedCourse(tx, before.courseId, editor)
  const isLast = before.status === 'PUBLISHED' && course.totalLessons === 1
  if (isLast && course.status === 'PUBLISHED') throw errors.last_lesson()
  if (before.status !== 'ARCHIVED') await updateLessonArchived(tx, lessonId, now)
  return { before, after: await getEditedLesson(tx, lessonId, editor) }
}

export interface LessonOrder {
  id: CourseId
  version: number
  lessonIds: LessonId[]
}

/** Puts all lessons of a course into a new order. It is an edit of the course: the lessons keep their versions. */
export async function orderLessons(
  tx: Tx,
  {
    courseId,
    lessonIds,
    editor,
    now,
  }: { courseId: CourseId; lessonIds: string[]; editor: Editor; now: Date },
): Promise<Edit<LessonOrder>> {
  const course = await getEditableCourse(tx, courseId, editor)
  const lessons = await listEditedLessons(tx, { courseId, lessonId: null }, editor)
  const before = lessons.map(({ id }) => id)
  const after = lessonIds as LessonId[]
  if (!Bun.deepEquals(before.toSorted(), after.toSorted())) throw errors.lessons_differ()
  const isChanged = !Bun.deepEquals(before, after)
  if (isChanged) {
    await updateLessonOrder(tx, after)
    await incrementCourseVersion(tx, courseId, now)
  }
  return {
    before: { id: courseId, version: course.version, lessonIds: before },
    after: { id: courseId, version: course.version + (isChanged ? 1 : 0), lessonIds: after },
  }
}

/** Returns those of the questions that the editor may put into the lesson: see `store-slides.ts`. */
export async function listReusableQuestions(
  tx: Tx,
  { lessonId, questionIds, editor }: { lessonId: LessonId; questionIds: QuestionId[]; editor: Editor },
): Promise<QuestionId[]> {
  const elsewhere = await listQuestionsUsedElsewhere(tx, lessonId, questionIds)
  const present = await listQuestionsOfLesson(tx, lessonId)
  const foreign = editor.role === 'ADMIN' ? [] : await listQuestionsOfOthers(tx, questionIds, editor.userId)
  return questionIds.filter(
    (id) => !elsewhere.includes(id) && (present.includes(id) || !foreign.includes(id)),
  )
}

export async function getEditableLesson(tx: Tx, lessonId: LessonId, editor: Editor): Promise<EditedLesson> {
  return requireEditable(await getEditedLesson(tx, lessonId, editor), editor)
}

function insertIntoOrder(others: EditedLesson[], id: LessonId, order: number): LessonId[] {
  return others.map((lesson) => lesson.id).toSpliced(order - 1, 0, id)
}
