import { addMs, DAY_MS } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { deleteInBatches } from '../../platform/retention.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteExpiredBodies, eraseBodiesOfUser, listEventsOfUser } from './queue/queries.ts'

/** What others told us about a user, for the document of all their data. */
export function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return listEventsOfUser(db, userId)
}

/** What others told us about somebody goes with them; that it came stays, so that it has no effect again. */
export async function erasePersonalData(
  tx: Tx,
  { data }: DomainEvent<{ userId: UserId; at: string }>,
): Promise<void> {
  await eraseBodiesOfUser(tx, data.userId, new Date(data.at))
}

/** Deletes what is done with and nobody asks about any more. What waits or is dead stays until somebody decides. */
export async function applyWebhookRetention(
  db: Db,
  { inboxBodiesKeepDays }: Pick<Config['retention'], 'inboxBodiesKeepDays'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const before = addMs(now, -inboxBodiesKeepDays * DAY_MS)
  await deleteInBatches('inbox_event', (limit) => deleteExpiredBodies(db, before, limit), { signal })
}
