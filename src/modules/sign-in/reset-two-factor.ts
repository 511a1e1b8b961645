import type { UserId } from '../../platform/ids.ts'
import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockAccountByEmail, updateTwoFactorEnabledAt } from '../accounts/public/account.ts'
import { deleteUndoLinks } from '../accounts/public/undo-link.ts'
import { revokeAllSessions } from '../sessions/public/revoke-sessions.ts'
import { twoFactorResetEmail } from './email-templates.ts'
import { deleteTwoFactor } from './queries.ts'

interface ResetAccount {
  userId: UserId
  wasEnabled: boolean
}

/**
 * Turns the second factor of an account off, signs out every device and tells the user by mail. Only the command line
 * calls it, for users who lost the authenticator and the recovery codes. Returns undefined for an unknown address.
 */
export async function resetTwoFactor(
  tx: Tx,
  { email, now }: { email: string; now: Date },
): Promise<ResetAccount | undefined> {
  const account = await lockAccountByEmail(tx, email)
  if (!account) return undefined
  const userId = account.id
  if (!account.twoFactorEnabledAt) return { userId, wasEnabled: false }
  await deleteTwoFactor(tx, userId)
  await updateTwoFactorEnabledAt(tx, userId, null)
  await deleteUndoLinks(tx, userId)
  await revokeAllSessions(tx, userId, 'two-factor sign-in was reset', now)
  await enqueueMail(tx, twoFactorResetEmail(account), now)
  return { userId, wasEnabled: true }
}
