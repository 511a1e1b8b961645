import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { sendsADayTo } from '../accounts/known-places.ts'
import { findAccountByEmail, lockAccountByEmail, updatePasswordHash } from '../accounts/queries.ts'
import { issueCodeUnlessRecent } from '../codes/issue-code.ts'
import { useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { passwordChangedLetter, resetPasswordLetter } from '../letters.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { takeOverUnproved } from './take-over-unproved.ts'

/** Mails nothing to an unknown address, but counts as for a known one: nobody can tell them apart by guessing. */
export async function sendPasswordResetCode(
  tx: Tx,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const sendsADay = await sendsADayTo(tx, email, address)
  const limits = { sendsADay, address }
  const code = await issueCodeUnlessRecent(tx, 'reset_password', email.toLowerCase(), now, limits)
  const account = await findAccountByEmail(tx, email)
  if (code === undefined || !account) return
  await postMail(tx, resetPasswordLetter(account.email, account.username, code), now)
}

interface ResetPassword {
  email: string
  code: string
  newPasswordHash: string
  address: string
  now: Date
}

/** Sets a new password and ends every session. Whoever has the code reads the mailbox, so that is proved too. */
export async function resetPassword(
  tx: Tx,
  { email, code, newPasswordHash, address, now }: ResetPassword,
): Promise<void> {
  const account = await lockAccountByEmail(tx, email)
  await useCode(tx, { purpose: 'reset_password', subject: email.toLowerCase(), code, address, now })
  if (!account) throw errors.code_invalid()
  if (!account.emailVerifiedAt) await takeOverUnproved(tx, { userId: account.id, now })
  await updatePasswordHash(tx, account.id, newPasswordHash)
  await revokeAllSessions(tx, account.id, 'password reset', now)
  await postMail(tx, passwordChangedLetter(account.email, account.username), now)
}
