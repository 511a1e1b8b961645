import { userRegistered } from '../../../events/accounts.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { enqueueMail } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { insertAccount } from '../queries.ts'
import { findAccountByEmail } from './account.ts'
import { isReservedUsername, type RegistrationDetails } from './account-fields.ts'
import { codeEmail } from './code-email.ts'
import { issueOneTimeCode } from './issue-one-time-code.ts'

export interface RegisterUser {
  email: string
  username: string
  passwordHash: string | null
  details: RegistrationDetails
  /** Verified by a mailed code or a sign-in provider. Or the address of the service, for the link in the e-mail. */
  verification: 'done' | { publicUrl: string }
  /** Only the command line sets this. */
  allowReservedUsername?: boolean
  address: string
  now: Date
}

/** Creates an account. Sends a verification code unless the e-mail address is already verified. */
export async function registerUser(tx: Tx, user: RegisterUser): Promise<{ userId: UserId }> {
  if (!user.allowReservedUsername && isReservedUsername(user.username)) throw errors.username_taken()
  const { email, username, passwordHash, verification, address, now } = user
  const {
    country = null,
    language = 'en',
    timeZone = 'UTC',
    referralCode = null,
    deviceId = null,
  } = user.details
  const id: UserId = newId()
  const emailVerifiedAt = verification === 'done' ? now : null
  const account = { id, email, username, country, language, timeZone, passwordHash, emailVerifiedAt }
  if (!(await insertAccount(tx, account, now)))
    throw (await findAccountByEmail(tx, email)) ? errors.email_taken() : errors.username_taken()
  if (verification !== 'done') {
    const code = await issueOneTimeCode(tx, 'verify_email', id, now)
    const mail = { to: email, username, language, code, publicUrl: verification.publicUrl }
    await enqueueMail(tx, codeEmail('verify_email', mail), now)
  }
  tx.emit(userRegistered({ userId: id, referralCode, deviceId, address, at: now.toISOString() }))
  return { userId: id }
}
