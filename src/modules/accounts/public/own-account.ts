import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { shareLockAccount } from './account.ts'

/**
 * Share-locks the account row until commit, so that account erasure sees everything this transaction writes. Throws
 * `UNAUTHENTICATED` if the account was deleted.
 */
export async function shareLockOwnAccount(tx: Tx, userId: UserId): Promise<void> {
  if (!(await shareLockAccount(tx, userId))) throw commonErrors.unauthenticated()
}
