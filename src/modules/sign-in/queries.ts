import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { SocialClaims, SocialProvider } from './verify-id-token.ts'

/** Replaces an earlier secret that was never confirmed. */
export async function replaceSecret(tx: Tx, userId: UserId, sealedSecret: Buffer, now: Date): Promise<void> {
  await tx`
    insert into two_factor (user_id, sealed_secret, created_at) values (${userId}, ${sealedSecret}, ${now})
    on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, last_used_time_step = 0, created_at = excluded.created_at`
}

interface StoredSecret {
  sealedSecret: Buffer
  lastUsedTimeStep: bigint
}

export async function findSecret(db: Db, userId: UserId): Promise<StoredSecret | undefined> {
  const [row] = await db<StoredSecret>`
    select sealed_secret as "sealedSecret", last_used_time_step as "lastUsedTimeStep" from two_factor
    where user_id = ${userId}`
  return row
}

/** Consumes the code of a time step. Returns false if this or a later step was already used. */
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

export async function listUnusedRecoveryCodes(db: Db, userId: UserId): Promise<Buffer[]> {
  const rows = await db<{ digest: Buffer }>`
    select digest from recovery_code where user_id = ${userId} and used_at is null`
  return rows.map(({ digest }) => digest)
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

export async function deleteTwoFactor(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from two_factor where user_id = ${userId}`
  await tx`delete from recovery_code where user_id = ${userId}`
}

export async function findSocialIdentity(
  db: Db,
  provider: SocialProvider,
  subject: string,
): Promise<{ userId: UserId } | undefined> {
  const [row] = await db<{ userId: UserId }>`
    select user_id as "userId" from social_identity where provider = ${provider} and subject = ${subject}`
  return row
}

/** Serializes first sign-ins with one e-mail address: a concurrent request waits and finds the account of the first. */
export async function lockFirstSignIn(tx: Tx, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`first-sign-in:${email.toLowerCase()}`}, 0))`
}

/** Returns false if a concurrent request linked the same identity first. */
export async function insertSocialIdentity(
  tx: Tx,
  userId: UserId,
  claims: SocialClaims,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into social_identity (provider, subject, user_id, email, created_at)
    values (${claims.provider}, ${claims.subject}, ${userId}, ${claims.email}, ${now})
    on conflict do nothing returning 1`
  return rows.length > 0
}
