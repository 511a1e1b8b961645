import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type { ReviewComment, ReviewRequest, ReviewRequestId, ReviewStatus } from './public/review-request.ts'

interface ReviewFilter {
  id?: ReviewRequestId | null
  courseId?: CourseId | null
  status?: ReviewStatus | null
  /** The queue of reviewers begins with the oldest, the list of a course with the newest. */
  isOldestFirst?: boolean
  page?: number
  limit?: number
}

/** Returns a page of requests, and how many there are. */
export async function listReviews(
  db: Db,
  { id = null, courseId = null, status = null, isOldestFirst = false, page = 1, limit = 1 }: ReviewFilter,
): Promise<{ items: ReviewRequest[]; total: number }> {
  const rows = await db<ReviewRequest & { total: number }>`
    select id, course_id as "courseId", submitted_by as "submittedBy", submitted_at as "submittedAt", status, items,
      message, change_note as "changeNote", publish_at as "publishAt", decided_by as "decidedBy",
      decided_at as "decidedAt", comments, (count(*) over ())::integer as total
    from review_request
    where (${id}::uuid is null or id = ${id}::uuid) and (${courseId}::uuid is null or course_id = ${courseId}::uuid)
      and (${status}::text is null or status = ${status}::text)
    order by case when ${isOldestFirst} then submitted_at end, submitted_at desc, id
    limit ${limit} offset ${(page - 1) * limit}`
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export async function insertReview(
  tx: Tx,
  request: Omit<ReviewRequest, 'status' | 'decidedBy' | 'decidedAt' | 'comments'>,
): Promise<void> {
  const { id, courseId, submittedBy, submittedAt, items, message, changeNote, publishAt } = request
  await tx`
    insert into review_request (id, course_id, submitted_by, submitted_at, items, message, change_note, publish_at)
    values (${id}, ${courseId}, ${submittedBy}, ${submittedAt}, ${items}::jsonb, ${message}, ${changeNote}, ${publishAt})`
}

interface ReviewDecision {
  status: Exclude<ReviewStatus, 'OPEN'>
  userId: UserId
  comments?: ReviewComment[]
  now: Date
}

export async function updateReviewDecided(
  tx: Tx,
  id: ReviewRequestId,
  { status, userId, comments = [], now }: ReviewDecision,
): Promise<void> {
  await tx`
    update review_request set status = ${status}, decided_by = ${userId}, decided_at = ${now}, comments = ${comments}::jsonb
    where id = ${id}`
}
