import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { SocialClaims, SocialProvider } from './verify-id-token.ts'

export async function findSocialIdentity(
  db: Db,
  provider: SocialProvider,
  subject: string,
): Promise<{ userId: UserId } | undefined> {
  const [row] = await db<{ userId: UserId }>`
    select user_id as "userId" from social_identity where provider = ${provider} and subject = ${subject}`
  return row
}

export async function listSocialIdentities(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select provider, subject, email, created_at as "createdAt" from social_identity where user_id = ${userId}`
}

/** First sign-ins with one address come one after the other: a second tap waits and finds what the first has made. */
export async function lockFirstSignIn(tx: Tx, email: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`first-sign-in:${email.toLowerCase()}`}, 0))`
}

/** Undefined when somebody was faster with the same identity. */
export async function insertSocialIdentity(
  tx: Tx,
  userId: UserId,
  claims: SocialClaims,
  now: Date,
): Promise<{ userId: UserId } | undefined> {
  const [row] = await tx<{ userId: UserId }>`
    insert into social_identity (provider, subject, user_id, email, created_at)
    values (${claims.provider}, ${claims.subject}, ${userId}, ${claims.email}, ${now})
    on conflict do nothing returning user_id as "userId"`
  return row
}
