import type { Db } from '../../../platform/db/database.ts'
import { countQueue, listQueue, type QueuedSubmission } from '../review-queries.ts'

/** Submissions that wait for people: appeals, assessments that failed, and passes that look asked for. */
export async function listReviewQueue(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; items: QueuedSubmission[] }> {
  const [total, items] = await Promise.all([countQueue(db), listQueue(db, limit, offset)])
  return { total, items }
}
