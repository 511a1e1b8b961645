import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { presentProfile } from './profile.ts'
import { findProfile } from './queries.ts'

/** The whole profile of a user, as the owner sees it. */
export async function getProfile(db: Db, userId: UserId, publicUrl: string, now: Date) {
  const row = await findProfile(db, userId)
  // A token may outlive its account by minutes: then it is worth nothing.
  if (!row) throw commonErrors.unauthenticated()
  return presentProfile(row, publicUrl, now)
}
