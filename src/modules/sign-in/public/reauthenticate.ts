import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { z } from '../../../platform/zod.ts'
import { OneTimeCodeSchema, PasswordInputSchema } from '../../accounts/public/account-fields.ts'
import { consumeOneTimeCode } from '../../accounts/public/consume-one-time-code.ts'
import { getOwnAccount, lockOwnAccount } from '../../accounts/public/own-account.ts'
import { verifyPassword } from '../../accounts/public/password.ts'
import { isSessionFrom } from '../../sessions/public/share-lock-session.ts'
import { errors, reauthenticationErrors } from '../errors.ts'
import { passwordAttemptLimit } from '../sign-in-limits.ts'

/** Proof in addition to the access token: the password, or a mailed code for accounts without one. */
export const ReauthenticationSchema = z.object({
  password: PasswordInputSchema.optional(),
  otpCode: OneTimeCodeSchema.optional().openapi({
    description: 'For accounts without a password: a code from /auth/otp/request.',
  }),
})

const FRESH_SESSION_MS = 10 * MINUTE_MS

/**
 * Verifies the password and returns a function that must run first in the transaction. It locks the account, then
 * checks that the password has not changed since, or consumes the mailed code. While mail is turned off, an account without a
 * password can have neither: then a `freshSession`, which such an account begins at another provider only, is the proof.
 */
export async function reauthenticate(
  platform: Platform,
  userId: UserId,
  proof: z.output<typeof ReauthenticationSchema>,
  { address, now, freshSession }: { address: string; now: Date; freshSession?: SessionId },
): Promise<(tx: Tx) => Promise<void>> {
  const account = await getOwnAccount(platform.db, userId)
  if (account.passwordHash) {
    if (proof.password === undefined)
      throw commonErrors.validation_failed({ details: [{ field: 'password', message: 'is required' }] })
    const attemptLimit = await passwordAttemptLimit(platform, { email: account.email, address })
    await attemptLimit.take()
    if (!(await verifyPassword(proof.password, account.passwordHash)))
      throw reauthenticationErrors.invalid_credentials()
    // With two factors, a refill here would remove the limit on guesses at the second one.
    if (!account.twoFactorEnabledAt) await attemptLimit.refill()
    return async (tx) => {
      const current = await lockOwnAccount(tx, userId)
      if (current.passwordHash !== account.passwordHash) throw reauthenticationErrors.invalid_credentials()
    }
  }
  const code = proof.otpCode
  if (code === undefined && freshSession && !platform.config.mail.isOn)
    return async (tx) => {
      const current = await lockOwnAccount(tx, userId)
      if (current.passwordHash) throw reauthenticationErrors.invalid_credentials()
      if (!(await isSessionFrom(tx, freshSession, addMs(now, -FRESH_SESSION_MS))))
        throw errors.sign_in_again()
    }
  if (code === undefined) throw errors.password_not_set()
  return async (tx) => {
    await lockOwnAccount(tx, userId)
    await consumeOneTimeCode(tx, { purpose: 'sign_in', subject: account.email.toLowerCase(), code, now })
  }
}
