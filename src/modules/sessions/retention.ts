import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteOldCodes } from '../accounts/one-time-code-queries.ts'
import { deleteExpiredRefreshTokens, deleteExpiredSessions, deleteRevokedSessions } from './queries.ts'

/** Longer than the day for which their counters count. */
const CODE_RETENTION_MS = 2 * DAY_MS

/** Deletes what nobody can use any more. Dead sessions stay a while: their owners may ask what became of them. */
export async function runSessionRetention(
  db: Db,
  { sessionsKeepDays }: Pick<Config['retention'], 'sessionsKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const codesBefore = addMs(now, -CODE_RETENTION_MS)
  const before = addMs(now, -sessionsKeepDays * DAY_MS)
  await deleteInBatches('one_time_code', (limit) => deleteOldCodes(db, codesBefore, limit), { signal })
  await deleteInBatches('session', (limit) => deleteRevokedSessions(db, before, limit), { signal })
  await deleteInBatches('session', (limit) => deleteExpiredSessions(db, before, limit), { signal })
  await deleteInBatches('refresh_token', (limit) => deleteExpiredRefreshTokens(db, before, limit), { signal })
}
