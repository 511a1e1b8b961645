import { DAY_MS, SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Refusal, withCommit } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { PIN_MAX_ATTEMPTS, remainingAttempts } from './pin.ts'
import { verifyPin } from './pin-hash.ts'
import { findPin, type PinState, resetFailedAttempts, updateFailedAttempts } from './queries.ts'

/**
 * Compares a PIN; every endpoint uses this function. Counts the attempt first, under a row lock that the next attempt
 * waits for. A wrong attempt stays counted although the request is refused.
 */
export async function checkPin(
  tx: Tx,
  { userId, pin, now }: { userId: UserId; pin: string; now: Date },
): Promise<void> {
  const attempt = await updateFailedAttempts(tx, userId, now)
  if (!attempt) throw await noAttemptError(tx, userId, now)
  if (!(await verifyPin(userId, pin, attempt.pinHash)))
    throw withCommit(
      errors.pin_invalid({ extra: { remainingAttempts: remainingAttempts(attempt.failedAttempts) } }),
    )
  await resetFailedAttempts(tx, userId)
}

/**
 * Throws `PIN_LOCKED` without a transaction, before the rate limit, whose error would hide the lock. `checkPin` makes the
 * authoritative check.
 */
export async function rejectIfLocked(db: Db, userId: UserId, now: Date): Promise<void> {
  const state = await findPin(db, userId)
  if (state && (state.wrongInARow >= PIN_MAX_ATTEMPTS || (state.lockedUntil && state.lockedUntil > now)))
    throw lockedError(state, now)
}

async function noAttemptError(tx: Tx, userId: UserId, now: Date): Promise<Refusal> {
  const state = await findPin(tx, userId)
  return state ? lockedError(state, now) : errors.pin_not_set()
}

function lockedError({ wrongInARow, lockedUntil }: PinState, now: Date): Refusal {
  if (wrongInARow >= PIN_MAX_ATTEMPTS)
    return errors.pin_locked({
      message: 'Too many wrong PINs. Reset the PIN with /auth/reset-wallet-pin-otp; waiting does not help.',
      // This lock does not expire, but the header needs a value; a day stops clients from retrying.
      retryAfterSeconds: DAY_MS / SECOND_MS,
      extra: { remainingAttempts: 0, lockedUntil: null, resetRequired: true },
    })
  return errors.pin_locked({
    retryAfterSeconds: lockedUntil ? (lockedUntil.getTime() - now.getTime()) / SECOND_MS : 1,
    extra: { remainingAttempts: 0, lockedUntil: lockedUntil?.toISOString() ?? null, resetRequired: false },
  })
}
