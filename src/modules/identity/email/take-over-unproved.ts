import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { updatePasswordHash } from '../accounts/queries.ts'
import { accountTakenOver } from '../events.ts'
import { OF_A_STRANGER } from '../sessions/queries.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { deleteTwoFactor, updateEnabled } from '../two-factor/queries.ts'
import { markEmailVerified } from './mark-email-verified.ts'

/**
 * Hands an account to whoever has just proved its address, which nobody had proved before. A stranger may have
 * registered it and be waiting: every way in that was made before the proof ends. The caller holds the account's lock.
 */
export async function takeOverUnproved(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> {
  await updatePasswordHash(tx, userId, null)
  await deleteTwoFactor(tx, userId)
  await updateEnabled(tx, userId, null)
  await revokeAllSessions(tx, userId, OF_A_STRANGER, now)
  await markEmailVerified(tx, userId, now)
  tx.emit(accountTakenOver({ userId, at: now.toISOString() }))
}
