import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findUserAttributes, type UserAttributes } from './account.ts'

/** Where a user is, what they speak, and since when they are here. A token may outlive its account: then it is worth nothing. */
export async function getUserAttributes(db: Db, userId: UserId): Promise<UserAttributes> {
  const attributes = await findUserAttributes(db, userId)
  if (!attributes) throw commonErrors.unauthenticated()
  return attributes
}
