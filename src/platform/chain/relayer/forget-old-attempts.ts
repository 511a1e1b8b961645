import { DAY_MS, later } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import { deleteOldAttempts } from './queries.ts'

const KEPT_DAYS = 30

/** Signed bytes are large, and of no use once their outcome is old. The outcome itself stays. */
export function forgetOldAttempts(db: Db, now: Date): Promise<void> {
  return deleteOldAttempts(db, later(now, -KEPT_DAYS * DAY_MS))
}
