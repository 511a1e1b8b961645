import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteOldChallenges } from './links/queries.ts'
import { deleteOldPinTokens } from './pin/queries.ts'

/** A stored old challenge gets the answer "expired" instead of "unknown". */
const CHALLENGE_RETENTION_MS = DAY_MS

/** Deletes expired PIN tokens and old challenges. */
export async function runWalletRetention(db: Db, now: Date, signal?: AbortSignal): Promise<void> {
  const before = addMs(now, -CHALLENGE_RETENTION_MS)
  await deleteInBatches('pin_token', (limit) => deleteOldPinTokens(db, now, limit), { signal })
  await deleteInBatches('link_challenge', (limit) => deleteOldChallenges(db, before, limit), { signal })
}
