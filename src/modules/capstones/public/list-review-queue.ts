import type { Db } from '../../../platform/db/database.ts'
import { countQueue, listQueue, type QueuedSubmission } from '../review-queries.ts'

/** Returns submissions that need a manual review: appeals, failed assessments, and suspicious passes. */
export async function listReviewQueue(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; items: QueuedSubmission[] }> {
  const [total, items] = await Promise.all([countQueue(db), listQueue(db, limit, offset)])
  return { total, items }
}
