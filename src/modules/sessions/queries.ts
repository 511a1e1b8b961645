import type { Db } from '../../platform/db/database.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export interface NewSession {
  id: SessionId
  userId: UserId
  expiresAt: Date
  userAgent: string | null
  address: string
}

export async function insertSession(tx: Tx, session: NewSession, now: Date): Promise<void> {
  await tx`
    insert into session (id, user_id, created_at, last_used_at, expires_at, user_agent, address)
    values (${session.id}, ${session.userId}, ${now}, ${now}, ${session.expiresAt}, ${session.userAgent}, ${session.address})`
}

export async function insertRefreshToken(
  tx: Tx,
  token: { digest: Buffer; sessionId: SessionId; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx`
    insert into refresh_token (digest, session_id, created_at, expires_at)
    values (${token.digest}, ${token.sessionId}, ${now}, ${token.expiresAt})`
}

/** Spends the token: of any number that come at once, one gets the row. */
export async function updateRefreshTokenUsed(
  tx: Tx,
  digest: Buffer,
  now: Date,
): Promise<{ sessionId: SessionId } | undefined> {
  const [row] = await tx<{ sessionId: SessionId }>`
    update refresh_token set used_at = ${now} where digest = ${digest} and used_at is null and expires_at > ${now}
    returning session_id as "sessionId"`
  return row
}

export async function findRefreshToken(
  db: Db,
  digest: Buffer,
): Promise<{ sessionId: SessionId; usedAt: Date | null } | undefined> {
  const [row] = await db<{ sessionId: SessionId; usedAt: Date | null }>`
    select session_id as "sessionId", used_at as "usedAt" from refresh_token where digest = ${digest}`
  return row
}

export interface ActiveSession {
  id: SessionId
  userId: UserId
  role: Role
  suspendedAt: Date | null
}

/** Undefined when it was revoked, has expired, or its account is gone. */
export async function updateSessionUsed(
  tx: Tx,
  sessionId: SessionId,
  expiresAt: Date,
  now: Date,
): Promise<ActiveSession | undefined> {
  const [row] = await tx<ActiveSession>`
    update session set last_used_at = ${now}, expires_at = least(${expiresAt}, session.created_at + interval '90 days')
    from user_account
    where session.id = ${sessionId} and session.revoked_at is null and session.expires_at > ${now}
      and user_account.id = session.user_id and user_account.deleted_at is null
    returning session.id, session.user_id as "userId", user_account.role, user_account.suspended_at as "suspendedAt"`
  return row
}

/** Blocks until nobody ends this session or goes on with it, and lets nobody until the end. */
export async function shareLockSession(
  tx: Tx,
  sessionId: SessionId,
): Promise<{ isRevoked: boolean } | undefined> {
  const [row] = await tx<{ isRevoked: boolean }>`
    select revoked_at is not null as "isRevoked" from session where id = ${sessionId} for share`
  return row
}

export async function updateSessionRevoked(
  tx: Tx,
  sessionId: SessionId,
  reason: string,
  now: Date,
  ownedBy: UserId | null = null,
): Promise<SessionId[]> {
  const rows = await tx<{ id: SessionId }>`
    update session set revoked_at = ${now}, revoked_reason = ${reason}
    where id = ${sessionId} and revoked_at is null and (${ownedBy}::uuid is null or user_id = ${ownedBy}::uuid)
    returning id`
  return rows.map((row) => row.id)
}

export async function updateAllSessionsRevoked(
  tx: Tx,
  userId: UserId,
  reason: string,
  now: Date,
): Promise<SessionId[]> {
  const rows = await tx<{ id: SessionId }>`
    update session set revoked_at = ${now}, revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null returning id`
  return rows.map((row) => row.id)
}

export async function updateOldSessionsRevoked(
  tx: Tx,
  old: { userId: UserId; userAgent: string; before: Date; reason: string; now: Date },
): Promise<SessionId[]> {
  const rows = await tx<{ id: SessionId }>`
    update session set revoked_at = ${old.now}, revoked_reason = ${old.reason}
    where user_id = ${old.userId} and user_agent = ${old.userAgent} and created_at < ${old.before}
      and revoked_at is null returning id`
  return rows.map((row) => row.id)
}

export async function listRevokedSince(db: Db, since: Date): Promise<SessionId[]> {
  const rows = await db<{ id: SessionId }>`select id from session where revoked_at >= ${since}`
  return rows.map((row) => row.id)
}

export interface SessionRow {
  id: SessionId
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  address: string | null
}

export async function listSessions(db: Db, userId: UserId, now: Date): Promise<SessionRow[]> {
  return db<SessionRow>`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
      user_agent as "userAgent", address
    from session where user_id = ${userId} and revoked_at is null and expires_at > ${now}
    order by created_at desc limit 100`
}

/** Of a session that ended because a stranger had opened it. */
export const REVOKED_BY_CLAIM = 'address proved by its owner'

/** From where the owner of an address has signed in lately. Nowhere, for an address that nobody has. */
export async function listSignInAddresses(db: Db, email: string): Promise<string[]> {
  const rows = await db<{ address: string }>`
    select distinct address from user_account as person, lateral (
      select address, revoked_reason from session where user_id = person.id order by created_at desc limit 100
    ) as lately
    where lower(person.email) = ${email} and person.deleted_at is null and address is not null
      and revoked_reason is distinct from ${REVOKED_BY_CLAIM}`
  return rows.map(({ address }) => address)
}

/** Ended ones too, for the document of all data. */
export async function listSessionsForExport(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
      user_agent as "userAgent", address
    from session where user_id = ${userId} order by created_at desc limit 1000`
}

/** Some of those that were ended before; they take their tokens with them. */
export async function deleteRevokedSessions(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from session where id = any(array(
      select id from session where revoked_at < ${before} order by revoked_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

/** Some of those that ran out before, with their tokens. */
export async function deleteExpiredSessions(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from session where id = any(array(
      select id from session where revoked_at is null and expires_at < ${before}
      order by expires_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

/** Some of those that ran out before, of sessions that go on. */
export async function deleteExpiredRefreshTokens(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from refresh_token where digest = any(array(
      select digest from refresh_token where expires_at < ${before} order by expires_at limit ${limit}
      for update skip locked
    )) returning 1`
  return rows.length
}
