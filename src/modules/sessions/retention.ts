import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteExpiredRefreshTokens, deleteExpiredSessions, deleteRevokedSessions } from './queries.ts'

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
