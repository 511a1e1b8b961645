import { remembered } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { keyedDigest, open } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { stepOfCode } from './authenticator.ts'
import { findSecret, updateLastStep, updateRecoveryCodeUsed } from './queries.ts'

interface CheckSecondFactor {
  account: { id: UserId; twoFactorEnabledAt: Date | null }
  code: string | undefined
  now: Date
}

/** Passes accounts without a second factor; otherwise spends a code of the app, or a recovery code. */
export async function checkSecondFactor(tx: Tx, { account, code, now }: CheckSecondFactor): Promise<void> {
  if (!account.twoFactorEnabledAt) return
  if (code === undefined) throw errors.two_factor_required()
  const spent = /^\d{6}$/.test(code)
    ? await spendAuthenticatorCode(tx, account.id, code, now)
    : await updateRecoveryCodeUsed(tx, account.id, recoveryDigest(account.id, code), now)
  if (!spent) throw remembered(errors.two_factor_invalid())
}

export async function spendAuthenticatorCode(
  tx: Tx,
  userId: UserId,
  code: string,
  now: Date,
): Promise<boolean> {
  const stored = await findSecret(tx, userId)
  if (!stored) return false
  const step = stepOfCode(open('two-factor', stored.sealedSecret), code, now)
  return step !== undefined && updateLastStep(tx, userId, step)
}

export function recoveryDigest(userId: UserId, code: string): Buffer {
  return keyedDigest('recovery-code', `${userId}\0${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)
}
