import { DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteOldCodes } from './codes/queries.ts'
import { deleteOldSessions } from './sessions/queries.ts'

const KEEP_CODES_MS = 2 * DAY_MS
/** Long enough to tell an owner what happened to their sessions. */
const KEEP_DEAD_SESSIONS_MS = 30 * DAY_MS

/** Deletes what nobody can use any more. */
export async function tidyIdentity(db: Db, now: Date): Promise<void> {
  await deleteOldCodes(db, later(now, -KEEP_CODES_MS))
  await deleteOldSessions(db, later(now, -KEEP_DEAD_SESSIONS_MS))
}
