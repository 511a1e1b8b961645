import { SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockDurationMs, PIN_MAX_ATTEMPTS } from './pin.ts'

/** None where a wrong one does not lock: a lock of no seconds would refuse whoever read the clock a moment earlier. */
const LOCK_SECONDS = Array.from(
  { length: PIN_MAX_ATTEMPTS },
  (_, index) => lockDurationMs(index + 1) / SECOND_MS || null,
)

/**
 * Counts a try as a wrong one, and locks as a wrong one would, before anything is compared. Undefined when no try is
 * left now, or there is no PIN. The row stays locked until the outcome is written: the next try waits for this one.
 */
export async function updateFailedAttempts(
  tx: Tx,
  userId: UserId,
  now: Date,
): Promise<{ pinHash: string; failedAttempts: number } | undefined> {
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

/** Until when pay-outs rest, because the PIN was reset or the account came into other hands. */
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

/** Undefined when there is one already. */
export async function insertPin(
  tx: Tx,
  userId: UserId,
  pinHash: string,
  now: Date,
): Promise<{ userId: UserId } | undefined> {
  const [row] = await tx<{ userId: UserId }>`
    insert into wallet_pin (user_id, pin_hash, set_at) values (${userId}, ${pinHash}, ${now})
    on conflict (user_id) do nothing
    returning user_id as "userId"`
  return row
}

/** Puts a new PIN in the place of the old one, whatever was counted against that. */
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

/** True when it was good: of any number of uses at once, one is told so. */
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

export async function deleteOldPinTokens(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from pin_token where digest = any(array(
      select digest from pin_token where expires_at <= ${now} order by expires_at limit ${limit}
      for update skip locked
    )) returning 1`
  return rows.length
}
