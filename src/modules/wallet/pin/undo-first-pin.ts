import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deletePinSetAt, deletePinTokens } from './queries.ts'

/** Removes the PIN that was set at this time. Returns false if it was changed since. The caller holds the account lock. */
export async function undoFirstPin(
  tx: Tx,
  { userId, changedAt }: { userId: UserId; changedAt: Date },
): Promise<boolean> {
  if (!(await deletePinSetAt(tx, userId, changedAt))) return false
  await deletePinTokens(tx, userId)
  return true
}
