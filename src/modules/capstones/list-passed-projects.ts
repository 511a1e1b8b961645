import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { projectIdOf } from './capstone.ts'
import { listPassedRows } from './queries.ts'

/** Who has passed which projects; page by page, in the order of user ids. */
export async function listPassedProjects(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ userId: UserId; projectIds: string[] }[]> {
  const rows = await listPassedRows(db, page)
  return rows.map(({ userId, courseIds }) => ({ userId, projectIds: courseIds.map(projectIdOf) }))
}
