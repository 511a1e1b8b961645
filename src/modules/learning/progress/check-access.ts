import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Course } from '../catalogue/catalogue.ts'
import { errors } from '../errors.ts'
import type { HasPremium } from '../learning.ts'

/** Refuses a premium course to whoever has no premium. Free courses cost no question. */
export async function checkAccess(
  db: Db,
  hasPremium: HasPremium,
  userId: UserId,
  course: Course,
): Promise<void> {
  if (course.isPremium && !(await hasPremium(db, userId))) throw errors.premium_required()
}
