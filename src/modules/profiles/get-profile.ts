import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { presentProfile } from './profile.ts'
import { findProfile } from './queries.ts'

/** The profile as its owner sees it. Throws `UNAUTHENTICATED` if the account was deleted: its token may still be valid. */
export async function getProfile(db: Db, userId: UserId, publicUrl: string, now: Date) {
  const row = await findProfile(db, userId)
  if (!row) throw commonErrors.unauthenticated()
  return presentProfile(row, publicUrl, now)
}
