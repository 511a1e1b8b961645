import { SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/**
 * Ends the sessions of all users and refuses every access token that was issued until now, also those of sessions that
 * the database does not know. Returns how many sessions it ended. Running processes notice it within seconds.
 */
export async function endAllSessions(tx: Tx, reason: string, now: Date): Promise<number> {
  const ended = await tx`
    update session set revoked_at = ${now}, revoked_reason = ${reason} where revoked_at is null returning id`
  // Tokens have whole seconds.
  const notBefore = new Date(Math.ceil(now.getTime() / SECOND_MS) * SECOND_MS)
  await tx`
    insert into token_not_before as current (not_before) values (${notBefore})
    on conflict (is_only) do update set not_before = greatest(current.not_before, excluded.not_before)`
  return ended.length
}

/** How many sessions `endAllSessions` would end. */
export async function countOpenSessions(db: Db): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from session where revoked_at is null`
  return row!.count
}
