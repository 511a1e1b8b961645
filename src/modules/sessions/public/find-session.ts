import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { sha256 } from '../../../platform/secrets.ts'

/**
 * The user of an unused refresh token, which stays as it is. Undefined if the token cannot be exchanged: its session has
 * ended, or its account is deleted or suspended.
 */
export async function findSession(db: Db, refreshToken: string, now: Date): Promise<Caller | undefined> {
  const [found] = await db<Caller>`
    select session.id as "sessionId", session.user_id as "userId", user_account.role
    from refresh_token
      join session on session.id = refresh_token.session_id
      join user_account on user_account.id = session.user_id
    where refresh_token.digest = ${sha256(refreshToken)} and refresh_token.used_at is null
      and refresh_token.expires_at > ${now}
      and session.revoked_at is null and session.expires_at > ${now}
      and user_account.deleted_at is null and user_account.suspended_at is null`
  return found
}
