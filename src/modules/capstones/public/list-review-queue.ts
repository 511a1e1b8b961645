import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { listOwnCourseIds } from '../../catalog/public/own-courses.ts'
import { countQueue, listQueue, type QueuedSubmission } from '../review-queries.ts'

interface ReviewQueueRequest {
  /** Only submissions to courses that this user owns or is a co-author of. */
  creatorId?: UserId | undefined
  /** Only submissions to this course. */
  courseId?: CourseId | undefined
  limit: number
  offset: number
}

/**
 * Returns submissions that need a manual review: appeals, failed assessments, suspicious passes, and submissions that
 * the built-in rules propose to pass.
 */
export async function listReviewQueue(
  db: Db,
  { creatorId, courseId, limit, offset }: ReviewQueueRequest,
): Promise<{ total: number; items: QueuedSubmission[] }> {
  const own = creatorId ? await listOwnCourseIds(db, creatorId) : null
  const courseIds = courseId === undefined ? own : (own ?? [courseId]).filter((id) => id === courseId)
  const [total, items] = await Promise.all([
    countQueue(db, courseIds),
    listQueue(db, courseIds, limit, offset),
  ])
  return { total, items }
}

/** Counts the submissions in review up to a limit, with the time of the one that waits longest. */
export async function countReviewQueue(
  db: Db,
  limit: number,
): Promise<{ count: number; oldestAt: Date | null }> {
  const [row] = await db<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(review_requested_at) as "oldestAt" from (
      select review_requested_at from project_submission
      where status = 'UNDER_REVIEW' and review_cause is not null
      order by review_requested_at, id limit ${limit}
    ) waiting`
  return row!
}
