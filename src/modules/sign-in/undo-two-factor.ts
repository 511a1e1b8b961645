import { assert } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type Account, updateTwoFactorEnabledAt } from '../accounts/public/account.ts'
import {
  deleteTwoFactor,
  findSecret,
  listUnusedRecoveryCodes,
  replaceRecoveryCodes,
  replaceSecret,
  updateLastUsedTimeStep,
} from './queries.ts'

interface UndoChange {
  /** Locked by the caller. */
  account: Account
  changedAt: Date
  now: Date
}

/** Turns two-factor sign-in off again. Returns false if it was changed since. */
export async function undoTwoFactorEnabled(tx: Tx, { account, changedAt }: UndoChange): Promise<boolean> {
  if (account.twoFactorEnabledAt?.getTime() !== changedAt.getTime()) return false
  await deleteTwoFactor(tx, account.id)
  await updateTwoFactorEnabledAt(tx, account.id, null)
  return true
}

/** The second factor before it is turned off. The secret is sealed, and recovery codes are digests. */
interface TwoFactorState extends Record<string, unknown> {
  sealedSecret: string
  lastUsedTimeStep: number
  recoveryDigests: string[]
}

export async function describeTwoFactor(tx: Tx, userId: UserId): Promise<TwoFactorState> {
  const stored = await findSecret(tx, userId)
  assert(stored, 'two-factor sign-in is on without a secret')
  const digests = await listUnusedRecoveryCodes(tx, userId)
  return {
    sealedSecret: stored.sealedSecret.toString('base64'),
    lastUsedTimeStep: Number(stored.lastUsedTimeStep),
    recoveryDigests: digests.map((digest) => digest.toString('base64')),
  }
}

/** Turns two-factor sign-in on again with the same secret. Returns false if it is on, with another secret. */
export async function undoTwoFactorDisabled(
  tx: Tx,
  { account, state, now }: UndoChange & { state: Record<string, unknown> | null },
): Promise<boolean> {
  if (account.twoFactorEnabledAt) return false
  const { sealedSecret, lastUsedTimeStep, recoveryDigests } = state as TwoFactorState
  await replaceSecret(tx, account.id, Buffer.from(sealedSecret, 'base64'), now)
  await updateLastUsedTimeStep(tx, account.id, lastUsedTimeStep)
  const digests = recoveryDigests.map((digest) => Buffer.from(digest, 'base64'))
  await replaceRecoveryCodes(tx, account.id, digests)
  await updateTwoFactorEnabledAt(tx, account.id, now)
  return true
}
