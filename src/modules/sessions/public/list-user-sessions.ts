import type { Db } from '../../../platform/db/database.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import { shortenAddress } from './shorten-address.ts'

/** A session as staff see it: active, expired or revoked. */
export interface UserSession {
  id: SessionId
  userAgent: string | null
  network: string | null
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  revokedAt: Date | null
  revokedReason: string | null
}

const COUNT_LIMIT = 10_000

/** The stored sessions of a user, newest first. */
export async function listUserSessions(
  db: Db,
  userId: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<UserSession[]> {
  const rows = await db<Omit<UserSession, 'network'> & { address: string | null }>`
    select id, user_agent as "userAgent", address, created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", revoked_at as "revokedAt", revoked_reason as "revokedReason"
    from session where user_id = ${userId}
    order by created_at desc, id desc limit ${limit} offset ${offset}`
  return rows.map(({ address, ...session }) => ({ ...session, network: address && shortenAddress(address) }))
}

/** Counts at most 10,000 sessions. */
export async function countUserSessions(db: Db, userId: UserId): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*)::integer as total from (
      select from session where user_id = ${userId} limit ${COUNT_LIMIT}
    ) found`
  return row!.total
}
