import { accountClaimed } from '../../events/sign-in.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  updateEmailVerified,
  updatePasswordHash,
  updateTwoFactorEnabledAt,
} from '../accounts/public/account.ts'
import { revokeAllSessions } from '../sessions/public/revoke-sessions.ts'
import { REVOKED_BY_CLAIM } from '../sessions/public/sign-in-addresses.ts'
import { deleteTwoFactor } from './queries.ts'

/**
 * Gives an account with an unverified e-mail address to the user who has just verified it: removes the password and
 * two-factor setup and revokes all sessions, which another person may have created. The caller holds the account
 * lock.
 */
export async function claimUnverifiedAccount(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> {
  await updatePasswordHash(tx, userId, null)
  await deleteTwoFactor(tx, userId)
  await updateTwoFactorEnabledAt(tx, userId, null)
  await revokeAllSessions(tx, userId, REVOKED_BY_CLAIM, now)
  await updateEmailVerified(tx, userId, now)
  tx.emit(accountClaimed({ userId, at: now.toISOString() }))
}
