import { z } from '@hono/zod-openapi'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/tx.ts'
import { useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { getOwnAccount } from './get-own-account.ts'
import { verifyPassword } from './password.ts'
import { GivenPasswordSchema } from './user.ts'

/** What proves, beyond a token, that the owner is at the keys: the password, or a mailed code when there is none. */
export const OwnerProofSchema = z.object({
  password: GivenPasswordSchema.optional(),
  otpCode: z
    .string()
    .regex(/^\d{6}$/)
    .optional()
    .openapi({ description: 'For accounts without a password: a code from /auth/otp/request.' }),
})

/** Checks a password at once; a code is spent in the transaction that it opens, by the function that comes back. */
export async function confirmOwner(
  platform: Platform,
  userId: UserId,
  proof: z.output<typeof OwnerProofSchema>,
  now: Date,
): Promise<(tx: Tx) => Promise<void>> {
  const account = await getOwnAccount(platform.db, userId)
  const { credentialsPerAccount } = platform.config.limits
  if (account.passwordHash) {
    if (proof.password === undefined) throw errors.invalid_credentials()
    const bucket = account.email.toLowerCase()
    await platform.limits.takeStrict(credentialsPerAccount, bucket)
    if (!(await verifyPassword(proof.password, account.passwordHash))) throw errors.invalid_credentials()
    // Of two factors one is proved: filled again now, the bucket would not bound guesses at the other.
    if (!account.twoFactorEnabledAt) await platform.limits.refillStrict(credentialsPerAccount, bucket)
    return async () => {}
  }
  const code = proof.otpCode
  if (code === undefined) throw errors.password_not_set()
  return (tx) => useCode(tx, { purpose: 'sign_in', subject: account.email.toLowerCase(), code, now })
}
