import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listLinesForExport } from './queries.ts'

/** Which of a user's XP and gems went to the chain, by which transaction. */
export function exportSettlement(db: Db, userId: UserId): Promise<unknown> {
  return listLinesForExport(db, userId)
}
