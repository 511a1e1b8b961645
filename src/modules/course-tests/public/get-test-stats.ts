import type { Db } from '../../../platform/db/database.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

interface TestStats {
  attempts: number
  submitted: number
  passed: number
  /** The learners who submitted an attempt. */
  learners: number
  medianScore: number | null
}

/** Counts the attempts at the test of a course that started in a period. */
export async function getTestStats(
  db: Db,
  { courseId, since, until }: { courseId: CourseId; since: Date; until: Date },
): Promise<TestStats> {
  const [row] = await db<TestStats>`
    select count(*)::int as attempts, count(submitted_at)::int as submitted, (count(*) filter (where is_passed))::int as passed,
      (count(distinct user_id) filter (where submitted_at is not null))::int as learners,
      percentile_cont(0.5) within group (order by score) as "medianScore"
    from course_test_attempt where course_id = ${courseId} and started_at >= ${since} and started_at < ${until}`
  return row!
}
