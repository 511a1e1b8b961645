import type { Db } from '../../../platform/db/database.ts'
import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findUserRecord, type UserRecord } from './queries.ts'

/** An account, for those who run the service. */
export async function getUser(db: Db, userId: UserId): Promise<UserRecord> {
  const user = await findUserRecord(db, userId)
  if (!user) throw refusals.not_found()
  return user
}
