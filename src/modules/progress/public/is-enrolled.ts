import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { CapstoneProject } from '../../authoring/public/pack.ts'
import { findCapstoneProject } from '../queries.ts'

/** The project of a published course, and whether a user is enrolled there: for the module that takes projects in. */
export async function findCapstone(
  db: Db,
  userId: UserId,
  courseId: string,
): Promise<{ courseId: string; project: CapstoneProject; isEnrolled: boolean } | undefined> {
  const found = await findCapstoneProject(db, userId, courseId)
  return found && { courseId, ...found }
}
