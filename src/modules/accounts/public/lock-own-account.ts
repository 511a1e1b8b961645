import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type Account, lockAccount } from './account.ts'

/** The caller's account, which nobody else changes from now on: the first lock of whatever changes credentials. */
export async function lockOwnAccount(tx: Tx, userId: UserId): Promise<Account> {
  const account = await lockAccount(tx, userId)
  if (!account) throw commonErrors.unauthenticated()
  return account
}
