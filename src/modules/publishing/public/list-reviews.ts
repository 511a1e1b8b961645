import type { Db } from '../../../platform/db/database.ts'
import { listRecipients } from '../../accounts/public/recipients.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { listReviews } from '../review-queries.ts'
import { presentReview, type ReviewRequest, type ReviewStatus } from './review-request.ts'

interface Page {
  status?: ReviewStatus | undefined
  page: number
  limit: number
}

/** Returns the requests of all courses: those that wait longest first. */
export async function listReviewQueue(db: Db, { status = 'OPEN', page, limit }: Page) {
  const { items, total } = await listReviews(db, { status, isOldestFirst: status === 'OPEN', page, limit })
  return { items: await presentReviews(db, items), total }
}

/** Returns the requests of a course, the newest first. */
export async function listReviewsOfCourse(db: Db, courseId: CourseId, { status, page, limit }: Page) {
  const { items, total } = await listReviews(db, { courseId, status: status ?? null, page, limit })
  return { items: await presentReviews(db, items), total }
}

export async function presentReviews(db: Db, requests: ReviewRequest[]) {
  const names = await listRecipients(
    db,
    requests.map(({ submittedBy }) => submittedBy),
  )
  return requests.map((request) => presentReview(request, names))
}
