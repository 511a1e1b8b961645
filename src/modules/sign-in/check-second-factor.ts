import { withCommit } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { hmacSha256, unseal } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { findTimeStep } from './authenticator.ts'
import { errors } from './errors.ts'
import { findSecret, updateLastUsedTimeStep, updateRecoveryCodeUsed } from './queries.ts'

interface CheckSecondFactor {
  account: { id: UserId; twoFactorEnabledAt: Date | null }
  code: string | undefined
  now: Date
}

/** Consumes a code of the app or a recovery code. Does nothing for accounts without a second factor. */
export async function checkSecondFactor(tx: Tx, { account, code, now }: CheckSecondFactor): Promise<void> {
  if (!account.twoFactorEnabledAt) return
  if (code === undefined) throw errors.two_factor_required()
  const isConsumed = /^\d{6}$/.test(code)
    ? await consumeAuthenticatorCode(tx, account.id, code, now)
    : await updateRecoveryCodeUsed(tx, account.id, recoveryDigest(account.id, code), now)
  if (!isConsumed) throw withCommit(errors.two_factor_invalid())
}

export async function consumeAuthenticatorCode(
  tx: Tx,
  userId: UserId,
  code: string,
  now: Date,
): Promise<boolean> {
  const stored = await findSecret(tx, userId)
  if (!stored) return false
  const timeStep = findTimeStep(unseal('two-factor', stored.sealedSecret), code, now)
  return timeStep !== undefined && updateLastUsedTimeStep(tx, userId, timeStep)
}

export function recoveryDigest(userId: UserId, code: string): Buffer {
  return hmacSha256('recovery-code', `${userId}\0${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
}
