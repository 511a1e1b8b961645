import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

/** Includes revoked sessions. */
export function exportPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>[]> {
  return db`
    select id, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
      user_agent as "userAgent", address
    from session where user_id = ${userId} order by created_at desc limit 1000`
}

/** The rows stay until retention deletes them, so that every process learns that the sessions are revoked. */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await tx`update session set user_agent = null, address = null where user_id = ${userId}`
}
