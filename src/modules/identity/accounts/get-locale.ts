import type { Db } from '../../../platform/db/database.ts'
import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findLocale, type Locale } from './queries.ts'

/** Where a user is, what they speak, and since when they are here. A token may outlive its account: then it is worth nothing. */
export async function getLocale(db: Db, userId: UserId): Promise<Locale> {
  const locale = await findLocale(db, userId)
  if (!locale) throw refusals.unauthenticated()
  return locale
}
