import type { Db } from '../../../platform/db/database.ts'
import type { CourseId } from '../catalogue/catalogue.ts'
import { findCoursePay } from './queries.ts'

/** What a course gives to one learner who does all of it. */
export interface CoursePay {
  xp: number
  gems: number
}

/** As learners can earn it now: of a course that is not shown, nothing. */
export async function getCoursePay(db: Db, courseId: CourseId): Promise<CoursePay> {
  return (await findCoursePay(db, courseId)) ?? { xp: 0, gems: 0 }
}
