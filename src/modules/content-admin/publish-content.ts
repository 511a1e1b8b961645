import type { Config } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { EditedCourse, EditedLesson } from '../authoring/public/content-draft.ts'
import { publishCourse } from '../authoring/public/edit-course.ts'
import { publishLesson } from '../authoring/public/edit-lesson.ts'
import type { Editor } from '../authoring/public/editor.ts'
import { getEditedLesson } from '../authoring/public/list-content.ts'
import type { Edit } from '../authoring/public/question-draft.ts'
import type { CourseId, LessonId } from '../catalog/public/catalog.ts'
import { errors } from '../publishing/errors.ts'
import { addChangeNote } from '../publishing/public/change-note.ts'
import type { CreatorRewardLimit } from './creator-reward-limit.ts'
import { recordLesson } from './record-history.ts'

/** Refuses a publication by a CREATOR where an ADMIN reviews it first. */
export function requireUnreviewed(
  { publishing }: Pick<Config, 'publishing'>,
  { role }: Pick<Editor, 'role'>,
  message?: string,
) {
  if (publishing.isReviewRequired && role !== 'ADMIN')
    throw errors.review_required(message === undefined ? {} : { message })
}

/** A submission has no test, and its rules and questions are in force at once: where content is reviewed, an ADMIN sets them. */
export function requireUnreviewedTest(config: Pick<Config, 'publishing'>, editor: Pick<Editor, 'role'>) {
  requireUnreviewed(
    config,
    editor,
    'This installation reviews content before it is published. Ask an administrator to set the rules of the test and to publish its questions.',
  )
}

interface Publication {
  /** What learners are told about changes of published content. */
  changeNote?: string | null | undefined
  editor: Editor
  now: Date
}

/** Publishes a course within the reward limits of the editor, and writes the lessons that it includes to their history. */
export async function publishCourseWithLessons(
  tx: Tx,
  rewardLimit: CreatorRewardLimit,
  {
    courseId,
    includeLessons,
    changeNote,
    editor,
    now,
  }: Publication & { courseId: CourseId; includeLessons: boolean },
): Promise<Edit<EditedCourse>> {
  const change = () => publishCourse(tx, { courseId, includeLessons, editor, now })
  const published = await rewardLimit.checkCourse(tx, editor, { courseId, change, now })
  const { before, after } = published
  const lessonIds = includeLessons ? before.changedLessonIds : []
  for (const id of lessonIds) {
    const lesson = await getEditedLesson(tx, id as LessonId, editor)
    await recordLesson(tx, { act: 'PUBLISHED', after: lesson, authorId: editor.userId, now })
  }
  const isChanged = after.version !== before.version || lessonIds.length > 0
  if (changeNote && before.status === 'PUBLISHED' && isChanged)
    await addChangeNote(tx, { courseId, lessonId: null, note: changeNote, now })
  return published
}

/** Publishes a lesson within the reward limits of the editor. */
export async function publishLessonWithinLimits(
  tx: Tx,
  rewardLimit: CreatorRewardLimit,
  { lessonId, changeNote, editor, now }: Publication & { lessonId: LessonId },
): Promise<Edit<EditedLesson>> {
  const { courseId } = await getEditedLesson(tx, lessonId, editor)
  const change = () => publishLesson(tx, { lessonId, editor, now })
  const published = await rewardLimit.checkCourse(tx, editor, { courseId, change, now })
  const { before, after } = published
  if (changeNote && before.status === 'PUBLISHED' && after.version !== before.version)
    await addChangeNote(tx, { courseId, lessonId, note: changeNote, now })
  return published
}
