import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listAbsences } from './absences/queries.ts'
import { listScores } from './queries.ts'

/** What is kept of a user's standing, for the document of all their data. */
export async function exportScores(db: Db, userId: UserId): Promise<unknown> {
  return { scores: await listScores(db, userId), absences: await listAbsences(db, userId) }
}
