import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { UserSession } from './public/list-user-sessions.ts'

interface ListedSession
  extends Pick<UserSession, 'id' | 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'userAgent'> {
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
