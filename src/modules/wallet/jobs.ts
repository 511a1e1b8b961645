import { DAY_MS, later } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { prune } from '../../platform/prune.ts'
import { deleteOldChallenges } from './links/queries.ts'
import { deleteOldPinTokens } from './pin/queries.ts'

/** As long as an old one is here, whoever sends it again is told that it has expired, and not that it is unknown. */
const KEEP_CHALLENGES_MS = DAY_MS

/** Deletes what nobody can use any more. */
export async function tidyWallet(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = later(now, -KEEP_CHALLENGES_MS)
  await prune('pin_token', (limit) => deleteOldPinTokens(db, now, limit), { signal })
  await prune('link_challenge', (limit) => deleteOldChallenges(db, before, limit), { signal })
}
