import type { Db } from '../../../platform/db/database.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { findCourseRewards } from '../queries.ts'

/** What a course gives to one learner who does all of it. */
export interface CourseRewards {
  xp: number
  gems: number
}

/** As learners can earn it now: of a course that is not shown, nothing. */
export async function getCourseRewards(db: Db, courseId: CourseId): Promise<CourseRewards> {
  return (await findCourseRewards(db, courseId)) ?? { xp: 0, gems: 0 }
}
