import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findTimeZone } from './account.ts'

/** Whose calendar a day of theirs is counted by. A token may outlive its account by minutes: then it is worth nothing. */
export async function getOwnTimeZone(db: Db, userId: UserId): Promise<string> {
  const timeZone = await findTimeZone(db, userId)
  if (timeZone === undefined) throw commonErrors.unauthenticated()
  return timeZone
}
