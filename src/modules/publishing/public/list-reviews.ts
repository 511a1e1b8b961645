import type { Db } from '../../../platform/db/database.ts'
import { listRecipients } from '../../accounts/public/recipients.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { listReviews } from '../review-queries.ts'
import { presentReview, type ReviewRequest, type ReviewStatus } from './review-request.ts'

interface ReviewList {
  courseId?: CourseId
  status?: ReviewStatus | undefined
  page: number
  limit: number
}

/**
 * Returns the requests of a course, the newest first. Without a course: those of all courses, by default the open ones, of which
 * those that wait longest come first.
 */
export async function listReviewRequests(db: Db, { courseId, status, page, limit }: ReviewList) {
  const filter = courseId
    ? { courseId, status: status ?? null }
    : { status: status ?? 'OPEN', isOldestFirst: (status ?? 'OPEN') === 'OPEN' }
  const { items, total } = await listReviews(db, { ...filter, page, limit })
  return { items: await presentReviews(db, items), total }
}

export async function presentReviews(db: Db, requests: ReviewRequest[]) {
  const names = await listRecipients(
    db,
    requests.map(({ submittedBy }) => submittedBy),
  )
  return requests.map((request) => presentReview(request, names))
}
