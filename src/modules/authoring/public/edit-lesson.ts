import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import { errors } from '../errors.ts'
import {
  insertLesson,
  listEditedLessons,
  updateLessonArchived,
  updateLessonOrder,
  updateLessonRow,
} from '../queries.ts'
import { storeSlides } from '../store-slides.ts'
import type { EditedLesson, LessonDraft, LessonPatch } from './content-draft.ts'
import { getEditableCourse } from './edit-course.ts'
import { getEditedCourse, getEditedLesson } from './list-content.ts'
import { AUTHORED_KEY_PREFIX, type Edit } from './question-draft.ts'

/** Creates a draft of a lesson in an authored course. */
export async function createLesson(
  tx: Tx,
  { courseId, draft, now }: { courseId: CourseId; draft: LessonDraft; now: Date },
): Promise<EditedLesson> {
  const course = await getEditableCourse(tx, courseId)
  const id = newId<'Lesson'>()
  const slides = await storeSlides(tx, { lessonId: id, slides: draft.slides, course })
  const others = await listEditedLessons(tx, { courseId, lessonId: null })
  const order = Math.min(draft.order ?? Number.POSITIVE_INFINITY, others.length + 1)
  await insertLesson(tx, AUTHORED_KEY_PREFIX + id, { ...draft, id, courseId, order, slides }, now)
  await updateLessonOrder(tx, insertIntoOrder(others, id, order))
  return getEditedLesson(tx, id)
}

/** Changes a lesson. Completions stay. */
export async function updateLesson(
  tx: Tx,
  { lessonId, patch }: { lessonId: LessonId; patch: LessonPatch },
): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId)
  const course = await getEditedCourse(tx, before.courseId)
  const slides = patch.slides
    ? await storeSlides(tx, { lessonId, slides: patch.slides, course })
    : (before.slides as StoredSlide[])
  await updateLessonRow(tx, {
    id: lessonId,
    courseId: before.courseId,
    order: before.order,
    title: patch.title ?? before.title,
    xpReward: patch.xpReward ?? before.xpReward,
    gemReward: patch.gemReward ?? before.gemReward,
    requiredScore: patch.requiredScore === undefined ? before.requiredScore : patch.requiredScore,
    slides,
  })
  if (patch.order !== undefined) {
    const all = await listEditedLessons(tx, { courseId: before.courseId, lessonId: null })
    const others = all.filter(({ id }) => id !== lessonId)
    await updateLessonOrder(tx, insertIntoOrder(others, lessonId, patch.order))
  }
  return { before, after: await getEditedLesson(tx, lessonId) }
}

export async function publishLesson(tx: Tx, lessonId: LessonId): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId)
  if (before.status !== 'PUBLISHED') await updateLessonArchived(tx, lessonId, null)
  return { before, after: { ...before, status: 'PUBLISHED' } }
}

/** Archives a lesson, unless it is the last published one of a published course. */
export async function archiveLesson(
  tx: Tx,
  { lessonId, now }: { lessonId: LessonId; now: Date },
): Promise<Edit<EditedLesson>> {
  const before = await getEditableLesson(tx, lessonId)
  const course = await getEditedCourse(tx, before.courseId)
  const isLast = before.status === 'PUBLISHED' && course.totalLessons === 1
  if (isLast && course.status === 'PUBLISHED') throw errors.last_lesson()
  if (before.status !== 'ARCHIVED') await updateLessonArchived(tx, lessonId, now)
  return { before, after: { ...before, status: 'ARCHIVED' } }
}

async function getEditableLesson(tx: Tx, lessonId: LessonId): Promise<EditedLesson> {
  const lesson = await getEditedLesson(tx, lessonId)
  if (lesson.origin === 'PACK') throw errors.owned_by_pack()
  return lesson
}

function insertIntoOrder(others: EditedLesson[], id: LessonId, order: number): LessonId[] {
  return others.map((lesson) => lesson.id).toSpliced(order - 1, 0, id)
}
