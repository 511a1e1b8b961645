import type { Db } from '../../../platform/db/database.ts'
import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findTimeZone } from './queries.ts'

/** Whose calendar a day of theirs is counted by. A token may outlive its account by minutes: then it is worth nothing. */
export async function getTimeZone(db: Db, userId: UserId): Promise<string> {
  const timeZone = await findTimeZone(db, userId)
  if (timeZone === undefined) throw refusals.unauthenticated()
  return timeZone
}
