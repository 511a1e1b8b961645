import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listInactiveUserIds } from './account.ts'

/** Which of these users are suspended or have left: nothing is to be given to them. */
export async function listInactiveUsers(db: Db, userIds: UserId[]): Promise<UserId[]> {
  return userIds.length === 0 ? [] : listInactiveUserIds(db, userIds)
}
