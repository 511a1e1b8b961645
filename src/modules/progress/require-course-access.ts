import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { hasPremium } from '../subscriptions/public/has-premium.ts'
import { errors } from './errors.ts'

/** Throws `PREMIUM_REQUIRED` if the course is premium and the user has no subscription. Free courses need no query. */
export async function requireCourseAccess(db: Db, userId: UserId, course: Course, now: Date): Promise<void> {
  if (course.isPremium && !(await hasPremium(db, userId, now))) throw errors.premium_required()
}
