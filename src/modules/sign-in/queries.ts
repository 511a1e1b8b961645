import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** Starts anew: an earlier secret that was never confirmed is of no use. */
export async function replaceSecret(tx: Tx, userId: UserId, sealedSecret: Buffer, now: Date): Promise<void> {
  await tx`
    insert into two_factor (user_id, sealed_secret, created_at) values (${userId}, ${sealedSecret}, ${now})
    on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, last_used_time_step = 0, created_at = excluded.created_at`
}

export async function findSecret(db: Db, userId: UserId): Promise<{ sealedSecret: Buffer } | undefined> {
  const [row] = await db<{ sealedSecret: Buffer }>`
    select sealed_secret as "sealedSecret" from two_factor where user_id = ${userId}`
  return row
}

/** Spends the code of a time step: false when it, or a later one, was spent before. */
export async function updateLastUsedTimeStep(tx: Tx, userId: UserId, timeStep: number): Promise<boolean> {
  const rows = await tx`
    update two_factor set last_used_time_step = ${BigInt(timeStep)} where user_id = ${userId} and last_used_time_step < ${BigInt(timeStep)}
    returning user_id`
  return rows.length > 0
}

export async function replaceRecoveryCodes(tx: Tx, userId: UserId, digests: Buffer[]): Promise<void> {
  await tx`delete from recovery_code where user_id = ${userId}`
  for (const digest of digests)
    await tx`insert into recovery_code (user_id, digest) values (${userId}, ${digest})`
}

export async function updateRecoveryCodeUsed(
  tx: Tx,
  userId: UserId,
  digest: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update recovery_code set used_at = ${now} where user_id = ${userId} and digest = ${digest} and used_at is null
    returning user_id`
  return rows.length > 0
}

export async function updateTwoFactorEnabledAt(
  tx: Tx,
  userId: UserId,
  enabledAt: Date | null,
): Promise<void> {
  await tx`update user_account set two_factor_enabled_at = ${enabledAt} where id = ${userId}`
}

export async function deleteTwoFactor(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from two_factor where user_id = ${userId}`
  await tx`delete from recovery_code where user_id = ${userId}`
}
