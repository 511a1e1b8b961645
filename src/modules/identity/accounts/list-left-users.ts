import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { listLeft } from './queries.ts'

/** Which of these users have deleted their accounts: nothing more is to be kept of them. */
export async function listLeftUsers(db: Db, userIds: UserId[]): Promise<Set<UserId>> {
  return new Set(userIds.length === 0 ? [] : await listLeft(db, userIds))
}
