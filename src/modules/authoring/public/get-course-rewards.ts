import type { Db } from '../../../platform/db/database.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

/** What one learner earns with a complete course. */
export interface CourseRewards {
  xp: number
  gems: number
}

/** Returns the current sum of lessons, bonus and project; 0 for a course that is not published. */
export async function getCourseRewards(db: Db, courseId: CourseId): Promise<CourseRewards> {
  const [row] = await db<CourseRewards>`
    select (bonus_xp + coalesce((project #>> '{reward,xp}')::integer, 0) + coalesce(sum(xp_reward), 0))::float8 as xp,
      (bonus_gems + coalesce((project #>> '{reward,gems}')::integer, 0) + coalesce(sum(gem_reward), 0))::float8 as gems
    from course left join lesson on course_id = course.id and lesson.archived_at is null
    where course.id = ${courseId} and course.archived_at is null
    group by course.id`
  return row ?? { xp: 0, gems: 0 }
}
