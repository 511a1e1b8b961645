import { userRegistered } from '../../../events/accounts.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { enqueueMail } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { verificationEmail } from '../../sign-in/email-templates.ts'
import { errors } from '../errors.ts'
import { findAccountByEmail, insertAccount } from './account.ts'
import { isReservedUsername, type RegistrationDetails } from './account-fields.ts'
import { issueOneTimeCode } from './issue-one-time-code.ts'

export interface RegisterUser {
  email: string
  username: string
  passwordHash: string | null
  details: RegistrationDetails
  /** The address was proved on the way here: by a code, or by a provider. */
  emailIsVerified: boolean
  /** The command line may call its people what it likes. */
  allowReservedUsername?: boolean
  address: string
  now: Date
}

/** Makes an account. An address that nobody has proved yet is sent a code. */
export async function registerUser(tx: Tx, user: RegisterUser): Promise<{ userId: UserId }> {
  if (!user.allowReservedUsername && isReservedUsername(user.username)) throw errors.username_taken()
  const { country, language, timeZone, referralCode = null, deviceId = null } = user.details
  const userId: UserId = newId()
  const inserted = await insertAccount(
    tx,
    {
      id: userId,
      email: user.email,
      username: user.username,
      country: country ?? null,
      language: language ?? 'en',
      timeZone: timeZone ?? 'UTC',
      passwordHash: user.passwordHash,
      emailVerifiedAt: user.emailIsVerified ? user.now : null,
    },
    user.now,
  )
  if (!inserted) {
    const existing = await findAccountByEmail(tx, user.email)
    throw existing ? errors.email_taken() : errors.username_taken()
  }
  if (!user.emailIsVerified) {
    const code = await issueOneTimeCode(tx, 'verify_email', userId, user.now)
    await enqueueMail(tx, verificationEmail(user.email, user.username, code), user.now)
  }
  const { address, now } = user
  tx.emit(userRegistered({ userId, referralCode, deviceId, address, at: now.toISOString() }))
  return { userId }
}
