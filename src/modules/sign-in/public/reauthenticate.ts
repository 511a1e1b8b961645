import { z } from '@hono/zod-openapi'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../../accounts/errors.ts'
import { OneTimeCodeSchema, PasswordInputSchema } from '../../accounts/public/account-fields.ts'
import { consumeOneTimeCode } from '../../accounts/public/consume-one-time-code.ts'
import { getOwnAccount } from '../../accounts/public/get-own-account.ts'
import { lockOwnAccount } from '../../accounts/public/lock-own-account.ts'
import { verifyPassword } from '../../accounts/public/password.ts'
import { passwordAttemptLimit } from '../sign-in-limits.ts'

/** What proves, beyond a token, that the owner is at the keys: the password, or a mailed code when there is none. */
export const ReauthenticationSchema = z.object({
  password: PasswordInputSchema.optional(),
  otpCode: OneTimeCodeSchema.optional().openapi({
    description: 'For accounts without a password: a code from /auth/otp/request.',
  }),
})

/**
 * Checks a password at once. The function that comes back begins the transaction that the proof opens: it locks the
 * account, then spends the code, or makes sure that the password is still the one that was compared.
 */
export async function reauthenticate(
  platform: Platform,
  userId: UserId,
  proof: z.output<typeof ReauthenticationSchema>,
  { address, now }: { address: string; now: Date },
): Promise<(tx: Tx) => Promise<void>> {
  const account = await getOwnAccount(platform.db, userId)
  if (account.passwordHash) {
    if (proof.password === undefined)
      throw commonErrors.validation_failed({ details: [{ field: 'password', message: 'is required' }] })
    const attemptLimit = await passwordAttemptLimit(platform, { email: account.email, address })
    await attemptLimit.take()
    if (!(await verifyPassword(proof.password, account.passwordHash))) throw errors.invalid_credentials()
    // Of two factors one is proved: filled again now, the bucket would not bound guesses at the other.
    if (!account.twoFactorEnabledAt) await attemptLimit.refill()
    return async (tx) => {
      const current = await lockOwnAccount(tx, userId)
      if (current.passwordHash !== account.passwordHash) throw errors.invalid_credentials()
    }
  }
  const code = proof.otpCode
  if (code === undefined) throw errors.password_not_set()
  return async (tx) => {
    await lockOwnAccount(tx, userId)
    await consumeOneTimeCode(tx, { purpose: 'sign_in', subject: account.email.toLowerCase(), code, now })
  }
}
