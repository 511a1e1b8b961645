import type { Db } from '../../../platform/db/database.ts'
import type { SubmissionStatus } from './submission.ts'

type SubmissionCounts = Record<Exclude<SubmissionStatus, 'DRAFT'>, number>

/** Counts the submissions to the project of a course in a period by their current status. Drafts do not count. */
export async function countSubmissions(
  db: Db,
  { courseId, since, until }: { courseId: string; since: Date; until: Date },
): Promise<SubmissionCounts> {
  const rows = await db<{ status: keyof SubmissionCounts; count: number }>`
    select status, count(*)::int as count from project_submission
    where course_id = ${courseId} and status <> 'DRAFT' and submitted_at >= ${since} and submitted_at < ${until}
    group by status`
  const counts = { SUBMITTED: 0, UNDER_REVIEW: 0, PASSED: 0, NEEDS_REVISION: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}
