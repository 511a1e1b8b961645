import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { errors } from '../authoring/errors.ts'
import type { HasPremium } from '../catalog/learning-deps.ts'
import type { Course } from '../catalog/public/catalog.ts'

/** Refuses a premium course to whoever has no premium. Free courses cost no question. */
export async function requireCourseAccess(
  db: Db,
  hasPremium: HasPremium,
  userId: UserId,
  course: Course,
): Promise<void> {
  if (course.isPremium && !(await hasPremium(db, userId))) throw errors.premium_required()
}
