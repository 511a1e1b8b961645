import { DAY_MS, later } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import { prune } from '../../prune.ts'
import { deleteOldAttempts } from './queries.ts'

const KEPT_DAYS = 30

/** Signed bytes are large, and of no use once their outcome is old. The outcome itself stays. */
export async function forgetOldAttempts(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = later(now, -KEPT_DAYS * DAY_MS)
  await prune('chain_attempt', (limit) => deleteOldAttempts(db, before, limit), { signal })
}
