import { accountClaimed } from '../../events/sign-in.ts'
import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import {
  type Account,
  updateEmailVerified,
  updatePasswordHash,
  updateTwoFactorEnabledAt,
} from '../accounts/public/account.ts'
import { deleteUndoLinks } from '../accounts/public/undo-link.ts'
import { revokeAllSessions } from '../sessions/public/revoke-sessions.ts'
import type { ClaimedAccount } from '../sessions/public/session-response.ts'
import { REVOKED_BY_CLAIM } from '../sessions/public/sign-in-addresses.ts'
import { accountClaimedEmail } from './email-templates.ts'
import { deleteTwoFactor } from './queries.ts'

/**
 * Gives an account with an unverified e-mail address to the user who has just verified it: removes the password and
 * two-factor setup and revokes all sessions, which another person may have created. The caller holds the account
 * lock.
 */
export async function claimUnverifiedAccount(
  tx: Tx,
  { account, now }: { account: Account; now: Date },
): Promise<ClaimedAccount> {
  const userId = account.id
  await updatePasswordHash(tx, userId, null)
  await deleteTwoFactor(tx, userId)
  await updateTwoFactorEnabledAt(tx, userId, null)
  await deleteUndoLinks(tx, userId)
  const endedSessions = await revokeAllSessions(tx, userId, REVOKED_BY_CLAIM, now)
  await updateEmailVerified(tx, userId, now)
  tx.emit(accountClaimed({ userId, at: now.toISOString() }))
  return {
    isPasswordRemoved: account.passwordHash !== null,
    isTwoFactorRemoved: account.twoFactorEnabledAt !== null,
    endedSessions,
  }
}

/** Claims the account by a sign-in, and tells the user by mail what it removed. */
export async function claimBySignIn(tx: Tx, claim: { account: Account; now: Date }): Promise<ClaimedAccount> {
  const claimed = await claimUnverifiedAccount(tx, claim)
  await enqueueMail(tx, accountClaimedEmail(claim.account, claimed), claim.now)
  return claimed
}
