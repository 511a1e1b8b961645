import type { Db } from '../../platform/db/database.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'

interface ListedSession {
  id: SessionId
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  userAgent: string | null
  address: string | null
}

/** The active sessions of a user, newest first. */
export function listSessions(db: Db, userId: UserId, now: Date): Promise<ListedSession[]> {
  return db<ListedSession>`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
      user_agent as "userAgent", address
    from session where user_id = ${userId} and revoked_at is null and expires_at > ${now}
    order by created_at desc limit 100`
}
