import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { findAccountByEmail, updatePasswordHash } from '../accounts/queries.ts'
import { issueCode } from '../codes/issue-code.ts'
import { useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { passwordChangedLetter, resetPasswordLetter } from '../letters.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { markEmailVerified } from './mark-email-verified.ts'

/** Mails nothing to an unknown address, but counts as for a known one: nobody can tell them apart by guessing. */
export async function sendPasswordResetCode(
  tx: Tx,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  const code = await issueCode(tx, 'reset_password', email.toLowerCase(), now)
  const account = await findAccountByEmail(tx, email)
  if (!account) return
  await postMail(tx, resetPasswordLetter(account.email, account.username, code), now)
}

interface ResetPassword {
  email: string
  code: string
  newPasswordHash: string
  now: Date
}

/** Sets a new password and ends every session. Whoever has the code reads the mailbox, so that is proved too. */
export async function resetPassword(
  tx: Tx,
  { email, code, newPasswordHash, now }: ResetPassword,
): Promise<void> {
  await useCode(tx, { purpose: 'reset_password', subject: email.toLowerCase(), code, now })
  const account = await findAccountByEmail(tx, email)
  if (!account) throw errors.code_invalid()
  await updatePasswordHash(tx, account.id, newPasswordHash)
  await markEmailVerified(tx, account.id, now)
  await revokeAllSessions(tx, account.id, 'password reset', now)
  await postMail(tx, passwordChangedLetter(account.email, account.username), now)
}
