import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listHiddenReasons } from './hidden-user-queries.ts'
import { listScores } from './queries.ts'

/** What is kept of a user's standing, for the document of all their data. */
export async function exportLeaderboardData(db: Db, userId: UserId): Promise<unknown> {
  return { scores: await listScores(db, userId), absences: await listHiddenReasons(db, userId) }
}
