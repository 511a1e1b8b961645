import type { Db } from '../../../platform/db/database.ts'

interface CriterionStats {
  criterion: string
  maxPoints: number
  /** The assessed submissions, and the learners who submitted them. */
  assessed: number
  learners: number
  averagePoints: number
  /** The submissions with all points. */
  full: number
}

/** More than the rubrics of some years have. */
const MAX_CRITERIA = 100

/**
 * The points of each criterion in the assessments of the submissions to a course in a period. A submission keeps the rubric of
 * its time, so a criterion with other words or points is another one. The newest rubric is first.
 */
export async function listCriterionStats(
  db: Db,
  { courseId, since, until }: { courseId: string; since: Date; until: Date },
): Promise<CriterionStats[]> {
  return db<CriterionStats>`
    select item ->> 'criterion' as criterion, (item ->> 'maxPoints')::int as "maxPoints", count(*)::int as assessed,
      count(distinct user_id)::int as learners, avg((item ->> 'points')::int)::float8 as "averagePoints",
      count(*) filter (where item -> 'points' = item -> 'maxPoints')::int as full
    from project_submission, jsonb_array_elements(assessment -> 'criteria') with ordinality as criterion (item, position)
    where course_id = ${courseId} and status <> 'DRAFT' and submitted_at >= ${since} and submitted_at < ${until}
    group by 1, 2 order by max(submitted_at) desc, min(position), 1 limit ${MAX_CRITERIA}`
}
