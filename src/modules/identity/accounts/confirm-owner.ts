import { z } from '@hono/zod-openapi'
import { refusals } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/tx.ts'
import { useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { getOwnAccount } from './get-own-account.ts'
import { guessesAt } from './known-places.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { verifyPassword } from './password.ts'
import { GivenPasswordSchema, SixDigitsSchema } from './user.ts'

/** What proves, beyond a token, that the owner is at the keys: the password, or a mailed code when there is none. */
export const OwnerProofSchema = z.object({
  password: GivenPasswordSchema.optional(),
  otpCode: SixDigitsSchema.optional().openapi({
    description: 'For accounts without a password: a code from /auth/otp/request.',
  }),
})

/**
 * Checks a password at once. The function that comes back begins the transaction that the proof opens: it locks the
 * account, then spends the code, or makes sure that the password is still the one that was compared.
 */
export async function confirmOwner(
  platform: Platform,
  userId: UserId,
  proof: z.output<typeof OwnerProofSchema>,
  { address, now }: { address: string; now: Date },
): Promise<(tx: Tx) => Promise<void>> {
  const account = await getOwnAccount(platform.db, userId)
  if (account.passwordHash) {
    if (proof.password === undefined)
      throw refusals.validation_failed({ details: [{ field: 'password', message: 'is required' }] })
    const guesses = await guessesAt(platform, { email: account.email, address })
    await guesses.take()
    if (!(await verifyPassword(proof.password, account.passwordHash))) throw errors.invalid_credentials()
    // Of two factors one is proved: filled again now, the bucket would not bound guesses at the other.
    if (!account.twoFactorEnabledAt) await guesses.refill()
    return async (tx) => {
      const current = await lockOwnAccount(tx, userId)
      if (current.passwordHash !== account.passwordHash) throw errors.invalid_credentials()
    }
  }
  const code = proof.otpCode
  if (code === undefined) throw errors.password_not_set()
  return async (tx) => {
    await lockOwnAccount(tx, userId)
    await useCode(tx, { purpose: 'sign_in', subject: account.email.toLowerCase(), code, now })
  }
}
