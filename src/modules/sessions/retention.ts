import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'

/** Deletes ended sessions and expired refresh tokens some days later, so that users can still see them in an export. */
export async function runSessionRetention(
  db: Db,
  { sessionsKeepDays }: Pick<Config['retention'], 'sessionsKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -sessionsKeepDays * DAY_MS)
  await deleteInBatches('session', (limit) => deleteRevokedSessions(db, before, limit), { signal })
  await deleteInBatches('session', (limit) => deleteExpiredSessions(db, before, limit), { signal })
  await deleteInBatches('refresh_token', (limit) => deleteExpiredRefreshTokens(db, before, limit), { signal })
}

/** The refresh tokens are deleted with their session. */
async function deleteRevokedSessions(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from session where id = any(array(
      select id from session where revoked_at < ${before} order by revoked_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

async function deleteExpiredSessions(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from session where id = any(array(
      select id from session where revoked_at is null and expires_at < ${before}
      order by expires_at limit ${limit} for update skip locked
    )) returning 1`
  return rows.length
}

/** Expired tokens of sessions that are still active. */
async function deleteExpiredRefreshTokens(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from refresh_token where digest = any(array(
      select digest from refresh_token where expires_at < ${before} order by expires_at limit ${limit}
      for update skip locked
    )) returning 1`
  return rows.length
}
