import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { findAccountByEmail, lockAccountByEmail, updatePasswordHash } from '../accounts/public/account.ts'
import { codeEmail } from '../accounts/public/code-email.ts'
import { consumeOneTimeCode } from '../accounts/public/consume-one-time-code.ts'
import { tryIssueOneTimeCode } from '../accounts/public/issue-one-time-code.ts'
import { revokeAllSessions } from '../sessions/public/revoke-sessions.ts'
import { claimUnverifiedAccount } from './claim-unverified-account.ts'
import { passwordChangedEmail } from './email-templates.ts'
import { dailyCodeLimit } from './sign-in-limits.ts'

/** Sends nothing to an unknown address, but applies the same limits, so that the response does not reveal it. */
export async function sendPasswordResetCode(
  tx: Tx,
  { email, address, publicUrl, now }: { email: string; address: string; publicUrl: string; now: Date },
): Promise<void> {
  const dailySendLimit = await dailyCodeLimit(tx, email, address)
  const limits = { dailySendLimit, address }
  const code = await tryIssueOneTimeCode(tx, 'reset_password', email.toLowerCase(), now, limits)
  const account = await findAccountByEmail(tx, email)
  if (code === undefined || !account) return
  const mail = codeEmail('reset_password', { ...account, to: account.email, code, publicUrl })
  await enqueueMail(tx, mail, now)
}

interface ResetPassword {
  email: string
  code: string
  newPasswordHash: string
  address: string
  now: Date
}

/** Sets a new password and revokes every session. The code also verifies the e-mail address. */
export async function resetPassword(
  tx: Tx,
  { email, code, newPasswordHash, address, now }: ResetPassword,
): Promise<void> {
  const account = await lockAccountByEmail(tx, email)
  await consumeOneTimeCode(tx, {
    purpose: 'reset_password',
    subject: email.toLowerCase(),
    code,
    address,
    now,
  })
  if (!account) throw accountErrors.code_invalid()
  if (!account.emailVerifiedAt) await claimUnverifiedAccount(tx, { account, now })
  await updatePasswordHash(tx, account.id, newPasswordHash)
  await revokeAllSessions(tx, account.id, 'password reset', now)
  await enqueueMail(tx, passwordChangedEmail(account), now)
}
