import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Project } from '../content/pack.ts'
import { findProject } from './queries.ts'

/** The project of a published course, and whether a user is enrolled there: for the module that takes projects in. */
export async function findCapstone(
  db: Db,
  userId: UserId,
  courseId: string,
): Promise<{ courseId: string; project: Project; isEnrolled: boolean } | undefined> {
  const found = await findProject(db, userId, courseId)
  return found && { courseId, ...found }
}
