import type { UserId } from '../../../platform/ids.ts'
import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { lockOwnAccount } from '../accounts/lock-own-account.ts'
import { issueCode } from '../codes/issue-code.ts'
import { useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { verifyEmailLetter } from '../letters.ts'
import { markEmailVerified } from './mark-email-verified.ts'

export async function sendVerificationCode(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (account.emailVerifiedAt) throw errors.email_already_verified()
  const code = await issueCode(tx, 'verify_email', userId, now)
  await postMail(tx, verifyEmailLetter(account.email, account.username, code), now)
}

/** Proved by whoever is signed in: there is nobody to take the account over from. */
export async function verifyEmail(
  tx: Tx,
  { userId, code, now }: { userId: UserId; code: string; now: Date },
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (account.emailVerifiedAt) throw errors.email_already_verified()
  await useCode(tx, { purpose: 'verify_email', subject: userId, code, now })
  await markEmailVerified(tx, userId, now)
}
