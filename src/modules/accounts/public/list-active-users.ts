import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listActiveUserIds } from './account.ts'

/** Everybody who has neither left nor is suspended, page by page in the order of their ids. */
export function listActiveUsers(db: Db, page: { after: string; limit: number }): Promise<UserId[]> {
  return listActiveUserIds(db, page)
}
