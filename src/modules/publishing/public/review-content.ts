import { reviewDecided, reviewRequested } from '../../../events/publishing.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { listAdminIds } from '../../accounts/public/has-admin.ts'
import { errors as authoringErrors } from '../../authoring/errors.ts'
import type { EditedCourse } from '../../authoring/public/content-draft.ts'
import { type Editor, requireEditable } from '../../authoring/public/editor.ts'
import { getEditedCourse, getEditedLesson, listLessons } from '../../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { errors } from '../errors.ts'
import { insertReview, listReviews, updateReviewDecided } from '../review-queries.ts'
import { digestCourse, digestLesson } from './content-digest.ts'
import type {
  ReviewComment,
  ReviewItem,
  ReviewRequest,
  ReviewRequestId,
  Submission,
} from './review-request.ts'
import { requirePublicationTime } from './schedule.ts'

const MAX_LESSONS = 1_000

/**
 * Submits a course with lessons as they are now. An earlier request of the course that is open is withdrawn. The caller has
 * locked the catalog, as callers of all functions below have.
 */
export async function submitForReview(
  tx: Tx,
  {
    courseId,
    submission,
    editor,
    now,
  }: { courseId: CourseId; submission: Submission; editor: Editor; now: Date },
): Promise<ReviewRequest> {
  const course = requireEditable(await getEditedCourse(tx, courseId, editor), editor)
  const items = await listItems(tx, course, submission.lessonIds, editor)
  const hasOwnChanges = course.status !== 'PUBLISHED' || course.hasUnpublishedChanges
  if (!hasOwnChanges && items.length === 1) throw errors.nothing_to_review()
  const publishAt = submission.publishAt ? requirePublicationTime(submission.publishAt, now) : null
  const { userId } = editor
  await withdrawOpenReviews(tx, { courseId, userId, now })
  const id = newId<'ReviewRequest'>()
  await insertReview(tx, {
    id,
    courseId,
    submittedBy: userId,
    submittedAt: now,
    items,
    message: submission.message ?? null,
    changeNote: submission.changeNote ?? null,
    publishAt,
  })
  const reviewerIds = (await listAdminIds(tx)).filter((adminId) => adminId !== userId)
  const { title } = course
  tx.emit(reviewRequested({ courseId, title, userId, reviewerIds, at: now.toISOString() }))
  return getReview(tx, id)
}

/** Ends the request of the course that is open, if there is one. */
export async function withdrawOpenReviews(
  tx: Tx,
  { courseId, userId, now }: { courseId: CourseId; userId: UserId; now: Date },
): Promise<void> {
  const open = await listReviews(tx, { courseId, status: 'OPEN' })
  for (const { id } of open.items) await updateReviewDecided(tx, id, { status: 'WITHDRAWN', userId, now })
}

async function listItems(
  tx: Tx,
  course: EditedCourse,
  lessonIds: string[] | undefined,
  editor: Editor,
): Promise<ReviewItem[]> {
  const all = await listLessons(tx, { courseId: course.id, editor, page: 1, limit: MAX_LESSONS })
  const known = new Set<string>(all.items.map(({ id }) => id))
  if (lessonIds?.some((id) => !known.has(id))) throw authoringErrors.lesson_not_found()
  const items: ReviewItem[] = [
    { kind: 'COURSE', id: course.id, title: course.title, digest: digestCourse(course) },
  ]
  for (const lesson of all.items) {
    const hasChanges =
      lesson.status === 'DRAFT' || (lesson.status === 'PUBLISHED' && lesson.hasUnpublishedChanges)
    if (!hasChanges || (lessonIds && !lessonIds.includes(lesson.id))) continue
    const { id, title } = lesson
    items.push({ kind: 'LESSON', id, title, digest: await digestLesson(tx, lesson) })
  }
  return items
}

export async function getReview(db: Db, id: ReviewRequestId): Promise<ReviewRequest> {
  const [request] = (await listReviews(db, { id })).items
  if (!request) throw errors.review_not_found()
  return request
}

/** Returns a request that is not decided. */
export async function getOpenReview(db: Db, id: ReviewRequestId): Promise<ReviewRequest> {
  const request = await getReview(db, id)
  if (request.status !== 'OPEN') throw errors.review_decided()
  return request
}

/** Refuses content that is no longer what was submitted. `editor` sees all of it. */
export async function requireSubmitted(tx: Tx, items: ReviewItem[], editor: Editor): Promise<void> {
  for (const item of items) if (!(await isAsSubmitted(tx, item, editor))) throw errors.review_outdated()
}

export async function isAsSubmitted(
  db: Db,
  { kind, id, digest }: ReviewItem,
  editor: Editor,
): Promise<boolean> {
  const current =
    kind === 'COURSE'
      ? digestCourse(await getEditedCourse(db, id as CourseId, editor))
      : await digestLesson(db, await getEditedLesson(db, id as LessonId, editor))
  return current === digest
}

interface Decision {
  status: 'APPROVED' | 'RETURNED'
  comments?: ReviewComment[]
  userId: UserId
  now: Date
}

/** Stores a decision of somebody else than the author who submitted, and tells the author and the owner. */
export async function decideReview(
  tx: Tx,
  { id, courseId, submittedBy, items }: ReviewRequest,
  { status, comments = [], userId, now }: Decision,
): Promise<ReviewRequest> {
  if (submittedBy === userId) throw errors.own_submission()
  for (const { lessonId } of comments)
    if (lessonId !== null && !items.some((item) => item.id === lessonId))
      throw authoringErrors.lesson_not_found()
  await updateReviewDecided(tx, id, { status, comments, userId, now })
  const { title, ownerId } = await getEditedCourse(tx, courseId, { userId, role: 'ADMIN' })
  const userIds = [...new Set([submittedBy, ...(ownerId ? [ownerId as UserId] : [])])]
  const comment = comments[0]?.text ?? null
  tx.emit(reviewDecided({ courseId, title, status, comment, userIds, at: now.toISOString() }))
  return getReview(tx, id)
}

/** Takes a request back. Every author of the course may do it. */
export async function withdrawReview(
  tx: Tx,
  { id, editor, now }: { id: ReviewRequestId; editor: Editor; now: Date },
): Promise<ReviewRequest> {
  const request = await getReview(tx, id)
  requireEditable(await getEditedCourse(tx, request.courseId, editor), editor)
  if (request.status !== 'OPEN') throw errors.review_decided()
  await updateReviewDecided(tx, id, { status: 'WITHDRAWN', userId: editor.userId, now })
  return getReview(tx, id)
}
