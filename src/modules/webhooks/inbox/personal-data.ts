import { DAY_MS, later } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import { prune } from '../../../platform/prune.ts'
import type { Tx } from '../../../platform/tx.ts'
import { deleteBodiesOf, deleteOldBodies, listEventsOf } from './queries.ts'

/** What others told us about a user, for the document of all their data. */
export function exportInbox(db: Db, userId: UserId): Promise<unknown> {
  return listEventsOf(db, userId)
}

/** What others told us about somebody goes with them; that it came stays, so that it has no effect again. */
export async function forgetInbox(tx: Tx, { data }: Fact<{ userId: UserId; at: string }>): Promise<void> {
  await deleteBodiesOf(tx, data.userId, new Date(data.at))
}

/** Deletes what is done with and nobody asks about any more. What waits or is dead stays until somebody decides. */
export async function tidyInbox(
  db: Db,
  { inboxBodiesKeepDays }: Pick<Config['retention'], 'inboxBodiesKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = later(now, -inboxBodiesKeepDays * DAY_MS)
  await prune('inbox_event', (limit) => deleteOldBodies(db, before, limit), { signal })
}
