import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type Account, findAccount } from './account.ts'

/** The caller's account. A token may outlive its account by minutes: then the token is worth nothing. */
export async function getOwnAccount(db: Db, userId: UserId): Promise<Account> {
  const account = await findAccount(db, userId)
  if (!account) throw commonErrors.unauthenticated()
  return account
}
