import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listWonRows } from './settlement-queries.ts'

/** Which contests users have won, and were told so. */
export function listWonContests(
  db: Db,
  userIds: UserId[],
): Promise<{ userId: UserId; contestIds: string[] }[]> {
  return listWonRows(db, userIds)
}
