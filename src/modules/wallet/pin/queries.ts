import { SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockDurationMs, PIN_MAX_ATTEMPTS } from './pin.ts'

/** Null where a wrong PIN does not lock: a lock of 0 seconds would refuse a request with an earlier time. */
const LOCK_SECONDS = Array.from(
  { length: PIN_MAX_ATTEMPTS },
  (_, index) => lockDurationMs(index + 1) / SECOND_MS || null,
)

/**
 * Counts an attempt as wrong, and sets the lock of a wrong attempt, before the comparison. Returns undefined if no attempt
 * is left or no PIN is set. The row lock lasts until commit, so that the next attempt waits.
 */
export async function updateFailedAttempts(tx: Tx, userId: UserId, now: Date) {
  const [row] = await tx<{ pinHash: string; failedAttempts: number }>`
    update wallet_pin set
      failed_attempts = failed_attempts + 1,
      locked_until = ${now}::timestamptz + make_interval(secs => (${LOCK_SECONDS}::integer[])[failed_attempts + 1])
    where user_id = ${userId} and failed_attempts < ${PIN_MAX_ATTEMPTS} and (locked_until is null or locked_until <= ${now})
    returning pin_hash as "pinHash", failed_attempts as "failedAttempts"`
  return row
}

export async function resetFailedAttempts(tx: Tx, userId: UserId): Promise<void> {
  await tx`update wallet_pin set failed_attempts = 0, locked_until = null where user_id = ${userId}`
}

export interface PinState {
  wrongInARow: number
  lockedUntil: Date | null
  setAt: Date
  offRampBlockedUntil: Date | null
}

export async function findPin(db: Db, userId: UserId): Promise<PinState | undefined> {
  const [row] = await db<PinState>`
    select failed_attempts as "wrongInARow", locked_until as "lockedUntil", set_at as "setAt",
      off_ramp_blocked_until as "offRampBlockedUntil"
    from wallet_pin where user_id = ${userId}`
  return row
}

/** The end of the payout block after the first PIN, a PIN reset or an account claim. */
export async function findOffRampBlockedUntil(db: Db, userId: UserId): Promise<Date | undefined> {
  const [row] = await db<{ until: Date | null }>`
    select greatest(
      (select off_ramp_blocked_until from wallet_pin where user_id = ${userId}),
      (select off_ramp_blocked_until from wallet where user_id = ${userId})) as until`
  return row!.until ?? undefined
}

export async function updateOffRampBlockedUntil(tx: Tx, userId: UserId, until: Date): Promise<void> {
  await tx`
    update wallet set off_ramp_blocked_until = greatest(off_ramp_blocked_until, ${until}::timestamptz)
    where user_id = ${userId}`
}

/** Returns undefined if a PIN is set. */
export async function insertPin(
  tx: Tx,
  userId: UserId,
  pin: { hash: string; offRampBlockedUntil: Date | null },
  now: Date,
): Promise<{ userId: UserId } | undefined> {
  const [row] = await tx<{ userId: UserId }>`
    insert into wallet_pin (user_id, pin_hash, set_at, off_ramp_blocked_until)
    values (${userId}, ${pin.hash}, ${now}, ${pin.offRampBlockedUntil})
    on conflict (user_id) do nothing
    returning user_id as "userId"`
  return row
}

/** Replaces the PIN and resets the failed attempts. */
export async function replacePin(
  tx: Tx,
  userId: UserId,
  pin: { hash: string; offRampBlockedUntil: Date | null },
  now: Date,
): Promise<void> {
  await tx`
    update wallet_pin set pin_hash = ${pin.hash}, failed_attempts = 0, locked_until = null, set_at = ${now},
      off_ramp_blocked_until = greatest(off_ramp_blocked_until, ${pin.offRampBlockedUntil}::timestamptz)
    where user_id = ${userId}`
}

interface NewPinToken {
  digest: Buffer
  userId: UserId
  sessionId: SessionId
  expiresAt: Date
}

export async function insertPinToken(tx: Tx, token: NewPinToken): Promise<void> {
  await tx`
    insert into pin_token (digest, user_id, session_id, expires_at)
    values (${token.digest}, ${token.userId}, ${token.sessionId}, ${token.expiresAt})`
}

/** Returns whether the token was valid. One of several concurrent calls gets true. */
export async function deletePinToken(
  tx: Tx,
  token: Omit<NewPinToken, 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    delete from pin_token
    where digest = ${token.digest} and user_id = ${token.userId} and session_id = ${token.sessionId}
      and expires_at > ${now}
    returning user_id`
  return rows.length === 1
}

export async function deletePinTokens(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from pin_token where user_id = ${userId}`
}

export async function deletePin(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from wallet_pin where user_id = ${userId}`
}

/** Returns whether the PIN of this time was still set. */
export async function deletePinSetAt(tx: Tx, userId: UserId, setAt: Date): Promise<boolean> {
  const rows = await tx`delete from wallet_pin where user_id = ${userId} and set_at = ${setAt} returning 1`
  return rows.length > 0
}
