import { newId, type UserId } from '../../../platform/ids.ts'
import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { issueCode } from '../codes/issue-code.ts'
import { errors } from '../errors.ts'
import { userRegistered } from '../events.ts'
import { verifyEmailLetter } from '../letters.ts'
import { findAccountByEmail, insertAccount } from './queries.ts'
import { type Details, isReservedUsername } from './user.ts'

export interface RegisterUser {
  email: string
  username: string
  passwordHash: string | null
  details: Details
  /** The address was proved on the way here: by a code, or by a provider. */
  emailIsVerified: boolean
  /** The command line may call its people what it likes. */
  isStaff?: boolean
  address: string
  now: Date
}

/** Makes an account. An address that nobody has proved yet is sent a code. */
export async function registerUser(tx: Tx, user: RegisterUser): Promise<{ userId: UserId }> {
  if (!user.isStaff && isReservedUsername(user.username)) throw errors.username_taken()
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
    const holder = await findAccountByEmail(tx, user.email)
    throw holder ? errors.email_taken() : errors.username_taken()
  }
  if (!user.emailIsVerified) {
    const code = await issueCode(tx, 'verify_email', userId, user.now)
    await postMail(tx, verifyEmailLetter(user.email, user.username, code), user.now)
  }
  const { address, now } = user
  tx.emit(userRegistered({ userId, referralCode, deviceId, address, at: now.toISOString() }))
  return { userId }
}
