import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { truncateText } from '../../../platform/truncate-text.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import { fingerprintOf } from '../../questions/public/fingerprint.ts'
import type { QuestionId, TopicId } from '../../questions/public/question.ts'
import { type CopiedQuestion, copyCourseDetails, copyQuestions, listTestPool } from '../copy-queries.ts'
import { errors } from '../errors.ts'
import { insertCourse, insertLesson, listEditedLessons, updateLessonOrder } from '../queries.ts'
import type { EditedCourse, EditedLesson } from './content-draft.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse, getEditedLesson } from './list-content.ts'
import { listEditableQuestions, listQuestionsByIds } from './list-questions.ts'
import { AUTHORED_KEY_PREFIX } from './question-draft.ts'

const MAX_TITLE_LENGTH = 200

/** Copies a lesson with its questions as a draft, behind the original. */
export async function duplicateLesson(
  tx: Tx,
  { lessonId, editor, now }: { lessonId: LessonId; editor: Editor; now: Date },
): Promise<EditedLesson> {
  const lesson = requireEditable(await getEditedLesson(tx, lessonId, editor), editor)
  const { courseId } = lesson
  const ids = (await listEditedLessons(tx, { courseId, lessonId: null }, editor)).map(({ id }) => id)
  const id = await copyLesson(tx, { ...lesson, title: copyTitle(lesson.title) }, { courseId, editor, now })
  await updateLessonOrder(tx, ids.toSpliced(ids.indexOf(lessonId) + 1, 0, id))
  return getEditedLesson(tx, id, editor)
}

/**
 * Copies a course as a draft that the editor owns: its lessons that are not archived, their questions, the questions of the
 * test, and the project. Authors copy own courses and the courses of packs.
 */
export async function duplicateCourse(
  tx: Tx,
  { courseId, editor, now }: { courseId: CourseId; editor: Editor; now: Date },
): Promise<EditedCourse> {
  const course = await getEditedCourse(tx, courseId, editor)
  if (course.origin === 'ADMIN' && !course.canEdit) throw errors.not_an_author()
  const lessons = await listEditedLessons(tx, { courseId, lessonId: null }, editor)

  const id = newId<'Course'>()
  const [key, ownerId] = [AUTHORED_KEY_PREFIX + id, editor.userId]
  const topicId = course.topicId as TopicId
  await insertCourse(tx, key, { ...course, id, title: copyTitle(course.title), topicId, ownerId }, now)
  await copyCourseDetails(tx, { from: courseId, to: id })
  const pool = (await listTestPool(tx, courseId)).map(toCopy)
  await copyQuestions(tx, pool, { ownerId, courseKey: key })
  const copied = lessons.filter(({ status }) => status !== 'ARCHIVED')
  for (const [index, lesson] of copied.entries())
    await copyLesson(tx, { ...lesson, order: index + 1 }, { courseId: id, editor, now })
  return getEditedCourse(tx, id, editor)
}

/** The questions of a pool that authors compare before they add others. */
const MAX_POOL_SIZE = 1_000

/**
 * Copies questions of the bank into the test of a course, as drafts. A question that the pool has already is left out.
 * Returns the copies.
 */
export async function copyIntoTest(
  tx: Tx,
  { courseId, questionIds, editor, now }: CopyIntoTest,
): Promise<{ added: QuestionId[]; skipped: number }> {
  const course = requireEditable(await getEditedCourse(tx, courseId, editor), editor)
  const found = await listQuestionsByIds(tx, questionIds, editor)
  const usable = new Map(found.filter(({ status }) => status !== 'ARCHIVED').map((each) => [each.id, each]))
  if (usable.size < questionIds.length) throw errors.question_not_found()
  const pool = await listEditableQuestions(tx, { use: 'TEST', courseId }, { editor, limit: MAX_POOL_SIZE })
  const known = new Set(pool.filter(({ status }) => status !== 'ARCHIVED').map(fingerprintOf))
  const copies = questionIds.flatMap((id) => {
    const fingerprint = fingerprintOf(usable.get(id)!)
    if (known.has(fingerprint)) return []
    known.add(fingerprint)
    return [toCopy(id)]
  })
  const courseKey = AUTHORED_KEY_PREFIX + course.id
  await copyQuestions(tx, copies, { ownerId: editor.userId, courseKey, draftSince: now })
  return { added: copies.map(({ to }) => to), skipped: questionIds.length - copies.length }
}

interface CopyIntoTest {
  courseId: CourseId
  questionIds: QuestionId[]
  editor: Editor
  now: Date
}

/** A question is in one lesson only, so that its first answer counts once: the copy gets own questions. */
async function copyLesson(
  tx: Tx,
  lesson: EditedLesson,
  { courseId, editor, now }: { courseId: CourseId; editor: Editor; now: Date },
): Promise<LessonId> {
  const slides = lesson.slides as StoredSlide[]
  const questions = slides.flatMap((slide) => (slide.type === 'QUIZ' ? [toCopy(slide.questionId)] : []))
  await copyQuestions(tx, questions, { ownerId: editor.userId, courseKey: null })
  const copies = new Map(questions.map(({ from, to }) => [from, to]))
  const id = newId<'Lesson'>()
  const copy = {
    ...lesson,
    id,
    courseId,
    slides: slides.map((slide) =>
      slide.type === 'QUIZ' ? { ...slide, questionId: copies.get(slide.questionId)! } : slide,
    ),
  }
  await insertLesson(tx, AUTHORED_KEY_PREFIX + id, copy, now)
  return id
}

const toCopy = (from: CopiedQuestion['from']): CopiedQuestion => ({ from, to: newId<'Question'>() })

/** The limit of titles counts UTF-16 units, and `truncateText` counts code points. */
function copyTitle(title: string): string {
  let copy = truncateText(`Copy of ${title}`, MAX_TITLE_LENGTH)
  while (copy.length > MAX_TITLE_LENGTH) copy = truncateText(copy, [...copy].length - 1)
  return copy
}
