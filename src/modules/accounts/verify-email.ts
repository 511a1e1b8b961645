import type { UserId } from '../../platform/ids.ts'
import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from './errors.ts'
import { updateEmailVerified } from './public/account.ts'
import { codeEmail } from './public/code-email.ts'
import { consumeOneTimeCode } from './public/consume-one-time-code.ts'
import { issueOneTimeCode } from './public/issue-one-time-code.ts'
import { lockOwnAccount } from './public/own-account.ts'

export async function sendVerificationCode(
  tx: Tx,
  { userId, publicUrl, now }: { userId: UserId; publicUrl: string; now: Date },
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (account.emailVerifiedAt) throw errors.email_already_verified()
  const code = await issueOneTimeCode(tx, 'verify_email', userId, now)
  const mail = codeEmail('verify_email', { ...account, to: account.email, code, publicUrl })
  await enqueueMail(tx, mail, now)
}

/** Does not claim the account: the signed-in user already owns it. */
export async function verifyEmail(
  tx: Tx,
  { userId, code, now }: { userId: UserId; code: string; now: Date },
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (account.emailVerifiedAt) throw errors.email_already_verified()
  await consumeOneTimeCode(tx, { purpose: 'verify_email', subject: userId, code, now })
  await updateEmailVerified(tx, userId, now)
}
