import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** The passed project of a course. */
export interface PassedProject {
  title: string
  /** Null if a reviewer decided: the assessment may have been below the passing score. */
  percentage: number | null
  /** An ISO 8601 time. */
  passedAt: string
}

export async function findPassedProject(
  db: Db,
  userId: UserId,
  courseId: string,
): Promise<PassedProject | undefined> {
  const [row] = await db<{ title: string; percentage: number | null; passedAt: Date }>`
    select project ->> 'title' as title, settled_at as "passedAt",
      case when review_decision is null then round((assessment ->> 'percentage')::numeric)::int end as percentage
    from project_submission
    where user_id = ${userId} and course_id = ${courseId} and status = 'PASSED'`
  return row && { ...row, passedAt: row.passedAt.toISOString() }
}
