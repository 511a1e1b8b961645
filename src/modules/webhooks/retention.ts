import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import { deleteExpiredBodies } from './queue/queries.ts'

/** Deletes old bodies of processed events. Unmatched and dead events keep theirs. */
export async function applyWebhookRetention(
  db: Db,
  { inboxBodiesKeepDays }: Pick<Config['retention'], 'inboxBodiesKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -inboxBodiesKeepDays * DAY_MS)
  await deleteInBatches('webhook_event', (limit) => deleteExpiredBodies(db, before, limit), { signal })
}
