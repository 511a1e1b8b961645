import type { Db } from '../../../platform/db/database.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

export interface CoursePeriod {
  courseId: CourseId
  since: Date
  until: Date
}

interface EnrollmentStats {
  enrolled: number
  completed: number
  medianDays: number | null
}

/** Counts the learners who enrolled in a course in a period, and those of them who have completed it. */
export async function getEnrollmentStats(
  db: Db,
  { courseId, since, until }: CoursePeriod,
): Promise<EnrollmentStats> {
  const [row] = await db<EnrollmentStats>`
    select count(*)::int as enrolled, count(completed_at)::int as completed,
      percentile_cont(0.5) within group (order by extract(epoch from completed_at - enrolled_at)::float8 / 86400) as "medianDays"
    from enrollment where course_id = ${courseId} and enrolled_at >= ${since} and enrolled_at < ${until}`
  return row!
}

/** Counts enrollments and completions of a course per day (UTC). Days without any are left out. */
export function listEnrollmentDays(
  db: Db,
  { courseId, since, until }: CoursePeriod,
): Promise<{ day: string; enrolled: number; completed: number }[]> {
  return db<{ day: string; enrolled: number; completed: number }>`
    select day::text as day, sum(enrolled)::int as enrolled, sum(completed)::int as completed
    from (
      select (enrolled_at at time zone 'UTC')::date as day, 1 as enrolled, 0 as completed from enrollment
      where course_id = ${courseId} and enrolled_at >= ${since} and enrolled_at < ${until}
      union all
      select (completed_at at time zone 'UTC')::date, 0, 1 from enrollment
      where course_id = ${courseId} and completed_at >= ${since} and completed_at < ${until}
    ) counted
    group by day`
}
