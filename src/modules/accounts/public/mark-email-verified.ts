import { emailVerified } from '../../../events/accounts.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { updateEmailVerified } from './account.ts'

/** Whichever way an address was proved, it is told once. */
export async function markEmailVerified(tx: Tx, userId: UserId, now: Date): Promise<void> {
  if (await updateEmailVerified(tx, userId, now)) tx.emit(emailVerified({ userId, at: now.toISOString() }))
}
