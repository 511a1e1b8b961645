import type { Tx } from '../../platform/transaction/tx.ts'
import { publishCourse } from '../authoring/public/edit-course.ts'
import { publishLesson } from '../authoring/public/edit-lesson.ts'
import type { Editor } from '../authoring/public/editor.ts'
import { getEditedCourse } from '../authoring/public/list-content.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import { addChangeNote } from '../publishing/public/change-note.ts'
import { decideReview, getOpenReview, requireSubmitted } from '../publishing/public/review-content.ts'
import type { ReviewItem, ReviewRequest, ReviewRequestId } from '../publishing/public/review-request.ts'
import { scheduleContent } from '../publishing/public/schedule.ts'
import { recordCourse, recordLesson } from './record-history.ts'

interface Approval {
  id: ReviewRequestId
  /** An ADMIN, in whose name it is published: the limits of creators do not apply. */
  reviewer: Editor
  now: Date
}

/**
 * Approves a submission and publishes it, or schedules it if its time is later. What was changed after the submission is not
 * published: the approval is refused. The caller has locked the catalog.
 */
export async function approveReview(tx: Tx, { id, reviewer, now }: Approval): Promise<ReviewRequest> {
  const request = await getOpenReview(tx, id)
  const decided = await decideReview(tx, request, { status: 'APPROVED', userId: reviewer.userId, now })
  await requireSubmitted(tx, request.items, reviewer)
  if (request.publishAt && request.publishAt > now)
    await scheduleAll(tx, request, request.publishAt, reviewer)
  else await publishAll(tx, request, reviewer, now)
  return decided
}

async function publishAll(tx: Tx, request: ReviewRequest, reviewer: Editor, now: Date): Promise<void> {
  const { courseId, changeNote } = request
  const authorId = reviewer.userId
  for (const lessonId of lessonsOf(request.items)) {
    const change = await publishLesson(tx, { lessonId, editor: reviewer, now })
    await recordLesson(tx, { act: 'PUBLISHED', ...change, authorId, now })
  }
  const change = await publishCourse(tx, { courseId, includeLessons: false, editor: reviewer, now })
  await recordCourse(tx, { act: 'PUBLISHED', ...change, authorId, now })
  if (changeNote && change.before.status === 'PUBLISHED')
    await addChangeNote(tx, { courseId, lessonId: null, note: changeNote, now })
}

/** Lessons are published before their course. The note goes with what learners will see changed. */
async function scheduleAll(
  tx: Tx,
  { id: reviewId, courseId, items, changeNote }: ReviewRequest,
  publishAt: Date,
  reviewer: Editor,
): Promise<void> {
  const course = await getEditedCourse(tx, courseId, reviewer)
  const isCourseChanged = course.status !== 'PUBLISHED' || course.hasUnpublishedChanges
  const schedule = { publishAt, userId: reviewer.userId, includeLessons: false, reviewId }
  const noteOfLessons = isCourseChanged ? null : changeNote
  for (const id of lessonsOf(items))
    await scheduleContent(tx, { kind: 'LESSON', id }, { ...schedule, changeNote: noteOfLessons })
  if (isCourseChanged)
    await scheduleContent(tx, { kind: 'COURSE', id: courseId }, { ...schedule, changeNote })
}

const lessonsOf = (items: ReviewItem[]): LessonId[] =>
  items.flatMap((item) => (item.kind === 'LESSON' ? [item.id] : []))
