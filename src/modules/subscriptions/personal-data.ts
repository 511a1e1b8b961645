import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { deleteSubscriber, listEventsOf, lockSubscribers } from './queries.ts'

/** What stores said of a user's purchases, for the document of all their data. */
export function exportSubscriptions(db: Db, userId: UserId): Promise<unknown> {
  return listEventsOf(db, userId)
}

/**
 * What somebody bought goes with them; the store has it still, and so has who must account for it. It waits its turn, or
 * what is being noted in this moment would stay.
 */
export async function forgetSubscriptions(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await lockSubscribers(tx, [data.userId])
  await deleteSubscriber(tx, data.userId)
}
