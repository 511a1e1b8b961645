import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { projectIdOf } from '../project.ts'
import { listPassedRows } from '../queries.ts'

/** Which projects users have passed. */
export async function listPassedProjects(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; projectIds: string[] }[]> {
  const rows = await listPassedRows(db, userIds)
  return rows.map(({ userId, courseIds }) => ({ userId, projectIds: courseIds.map(projectIdOf) }))
}
