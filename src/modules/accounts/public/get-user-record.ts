import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findUserRecord, type UserRecord } from './user-records.ts'

/** An account, for those who run the service. */
export async function getUserRecord(db: Db, userId: UserId): Promise<UserRecord> {
  const user = await findUserRecord(db, userId)
  if (!user) throw commonErrors.not_found()
  return user
}
