import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listWonRows } from './queries.ts'

/** Who has won which contests, and was told so; page by page, in the order of user ids. */
export function listWonContests(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ userId: UserId; contestIds: string[] }[]> {
  return listWonRows(db, page)
}
