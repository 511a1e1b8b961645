import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { updateEmailVerified } from '../accounts/queries.ts'
import { emailVerified } from '../events.ts'

/** Whichever way an address was proved, it is told once. */
export async function markEmailVerified(tx: Tx, userId: UserId, now: Date): Promise<void> {
  if (await updateEmailVerified(tx, userId, now)) tx.emit(emailVerified({ userId, at: now.toISOString() }))
}
