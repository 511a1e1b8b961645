import type { Db } from '../../platform/db/database.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

interface NewSession {
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

/** Consumes the token. Of several concurrent requests, one gets the row. */
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

/** Returns undefined if the session is revoked or expired, or its account is deleted. */
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

export async function listRevokedSince(db: Db, since: Date): Promise<SessionId[]> {
  const rows = await db<{ id: SessionId }>`select id from session where revoked_at >= ${since}`
  return rows.map((row) => row.id)
}

interface SessionRow {
  id: SessionId
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  address: string | null
}

export function listSessions(db: Db, userId: UserId, now: Date): Promise<SessionRow[]> {
  return db<SessionRow>`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
      user_agent as "userAgent", address
    from session where user_id = ${userId} and revoked_at is null and expires_at > ${now}
    order by created_at desc limit 100`
}

/** The refresh tokens are deleted with their session. */
export async function deleteRevokedSessions(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from session where id = any(array(
      select id from session where revoked_at < ${before} order by revoked_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

export async function deleteExpiredSessions(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from session where id = any(array(
      select id from session where revoked_at is null and expires_at < ${before}
      order by expires_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

/** Expired tokens of sessions that are still active. */
export async function deleteExpiredRefreshTokens(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from refresh_token where digest = any(array(
      select digest from refresh_token where expires_at < ${before} order by expires_at limit ${limit}
      for update skip locked
    )) returning 1`
  return rows.length
}
