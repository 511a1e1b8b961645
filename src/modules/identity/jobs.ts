import { DAY_MS, later } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { prune } from '../../platform/prune.ts'
import { deleteOldCodes } from './codes/queries.ts'
import { deleteExpiredSessions, deleteExpiredTokens, deleteRevokedSessions } from './sessions/queries.ts'

/** Longer than the day for which their counters count. */
const KEEP_CODES_MS = 2 * DAY_MS

/** Deletes what nobody can use any more. Dead sessions stay a while: their owners may ask what became of them. */
export async function tidyIdentity(
  db: Db,
  { sessionsKeepDays }: Pick<Config['retention'], 'sessionsKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const codesBefore = later(now, -KEEP_CODES_MS)
  const before = later(now, -sessionsKeepDays * DAY_MS)
  await prune('one_time_code', (limit) => deleteOldCodes(db, codesBefore, limit), { signal })
  await prune('session', (limit) => deleteRevokedSessions(db, before, limit), { signal })
  await prune('session', (limit) => deleteExpiredSessions(db, before, limit), { signal })
  await prune('refresh_token', (limit) => deleteExpiredTokens(db, before, limit), { signal })
}
